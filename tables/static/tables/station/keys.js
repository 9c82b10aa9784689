// @ts-check
/** The field gets every key that is nobody else's, and a number chooses among several people. */

const PAUSE = 450; // a number key alone chooses; a scanner's or a quick typist's next key comes sooner

/** @param {EventTarget | null} target */
function takesKeys(target) {
  return target instanceof HTMLElement && target.matches("input:not(#q), textarea, select, [contenteditable]");
}

/** Where nothing else is open, the field has the focus. @param {HTMLInputElement} field */
export function keepFocus(field) {
  const back = () => {
    if (!takesKeys(document.activeElement) && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
  };
  window.addEventListener("focus", back);
  document.addEventListener("visibilitychange", back);
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target?.closest("a, button, input, select, textarea, summary, label, dialog")) back();
  });
  document.addEventListener("close", back, true); // a dialog
  document.addEventListener("keydown", (event) => {
    const printable = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (printable && event.key !== " " && document.activeElement !== field) back();
  });
  back();
  return back;
}

/**
 * A number key chooses the candidate of that number, alone or with Enter.
 * @param {HTMLInputElement} field @param {() => void} cancel what Escape does
 */
export function chooseByNumber(field, cancel) {
  /** @type {{ button: HTMLButtonElement, timer: ReturnType<typeof setTimeout> } | null} */
  let chosen = null;
  const drop = () => {
    if (!chosen) return;
    clearTimeout(chosen.timer);
    chosen.button.classList.remove("is-chosen");
    chosen = null;
  };
  const take = () => {
    const button = chosen?.button;
    drop();
    field.value = "";
    button?.click();
  };
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || takesKeys(event.target) || document.querySelector("dialog[open]")) return; // an input method's
    if (event.key === "Escape") {
      drop();
      field.value = "";
      return cancel();
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      return take();
    }
    const first = !chosen && field.value === "";
    drop();
    const button = first && /^[1-9]$/.test(event.key) ? document.querySelector(`[data-key="${event.key}"]`) : null;
    if (button instanceof HTMLButtonElement) {
      button.classList.add("is-chosen");
      chosen = { button, timer: setTimeout(take, PAUSE) };
    }
  });
}
