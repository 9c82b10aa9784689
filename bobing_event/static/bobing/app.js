// @ts-check
/** What pages need beside htmx: dialogs, menus, toasts, forms that are sent once, a nav that shows where one is. */

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("[data-opens],[data-closes],[data-prints]") : null;
  if (!(target instanceof HTMLElement)) return;
  if (target.dataset.opens) {
    const dialog = document.getElementById(target.dataset.opens);
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  } else if ("closes" in target.dataset) {
    target.closest("dialog")?.close();
  } else {
    window.print();
  }
});

// Menus are <details>: a click elsewhere or Escape closes them.
document.addEventListener("click", (event) => closeMenus(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus(null);
});

/** @param {EventTarget | null} inside */
function closeMenus(inside) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!(inside instanceof Node && menu.contains(inside))) menu.removeAttribute("open");
  }
}

// A form is sent once: a second press while the first is under way does nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || event.defaultPrevented) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
  setTimeout(() => form.removeAttribute("data-sent"), 5000); // the answer was a file: the page stays
});
window.addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-sent]").forEach((form) => form.removeAttribute("data-sent"));
});

// `HX-Trigger: {"toast": "…"}` of any answer.
document.addEventListener("toast", (event) => {
  const area = document.getElementById("toasts");
  if (!area || !(event instanceof CustomEvent)) return;
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.textContent = String(event.detail?.value ?? event.detail);
  area.append(toast);
  setTimeout(() => toast.remove(), 5000);
});

// What scrolls sideways is reached by the keyboard too.
function letWideTablesBeReached() {
  for (const wrap of document.querySelectorAll(".table-wrap")) {
    if (wrap.scrollWidth > wrap.clientWidth) wrap.setAttribute("tabindex", "0");
    else wrap.removeAttribute("tabindex");
  }
}
letWideTablesBeReached();
window.addEventListener("resize", letWideTablesBeReached);
document.addEventListener("htmx:afterSettle", letWideTablesBeReached);

const here = document.querySelector(".nav__link[aria-current]");
const list = here?.closest(".nav__list");
if (here instanceof HTMLElement && list instanceof HTMLElement) {
  list.scrollLeft = here.offsetLeft - (list.clientWidth - here.offsetWidth) / 2;
}
