// @ts-check
/** The number pad of a table's card: it fills the field, and the sixth digit sends it. Without it the field does. */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-pin-form]"));
const field = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=pin]"));
const pad = /** @type {HTMLElement | null} */ (form?.querySelector("[data-pad]"));

if (form && field && pad) {
  const digits = field.maxLength;
  let sent = false;

  const sendIfWhole = () => {
    if (field.value.length < digits || sent) return;
    sent = true;
    form.classList.add("is-busy");
    form.requestSubmit();
  };

  pad.hidden = false;
  field.inputMode = "none"; // the pad is the keyboard
  pad.addEventListener("click", (event) => {
    const key = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.key;
    if (key === undefined || sent) return;
    field.value = key === "back" ? field.value.slice(0, -1) : (field.value + key).slice(0, digits);
    sendIfWhole();
  });
  field.addEventListener("input", () => {
    field.value = field.value.replace(/\D/g, "").slice(0, digits);
    sendIfWhole();
  });
  // Back from the table's page: the browser shows this page as it was left.
  addEventListener("pageshow", () => {
    sent = false;
    form.classList.remove("is-busy");
    field.value = "";
    sendIfWhole();
  });
}
