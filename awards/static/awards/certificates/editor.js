// @ts-check
/** The editor of certificates: a press on a variable puts it where the cursor is. */

import { inserted } from "./inserting.js";

const form = document.getElementById("template");
/** @type {HTMLInputElement | HTMLTextAreaElement | null} */
let last = null;

/** @param {EventTarget | null} target @returns {target is HTMLInputElement | HTMLTextAreaElement} */
function takesVariables(target) {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && "variables" in target.dataset;
}

form?.addEventListener("focusin", (event) => {
  if (takesVariables(event.target)) last = event.target;
});

form?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-inserts]") : null;
  if (!(button instanceof HTMLElement)) return;
  const field = last ?? form.querySelector("textarea[data-variables]");
  if (!takesVariables(field)) return;
  const end = field.value.length;
  const { text, cursor } = inserted(
    field.value, field.selectionStart ?? end, field.selectionEnd ?? end, button.dataset.inserts ?? "", field.maxLength,
  );
  field.value = text;
  field.focus();
  field.setSelectionRange(cursor, cursor);
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// The test print opens in a tab of its own: this page stays, and may be sent again at once.
form?.addEventListener("submit", (event) => {
  if (event.submitter?.getAttribute("formtarget") === "_blank") setTimeout(() => form.removeAttribute("data-sent"));
});
