// @ts-check
/** @import { Model } from "./model.js" */

/**
 * At the desk: 1 to 6, Backspace, Enter, O. Keys in a field or a dialog are none of ours.
 * @param {Model} model @param {{ record: () => void }} on
 */
export function listenToKeys(model, on) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (target.matches("input, textarea, select") || !pressed(event.key, target)) return;
    event.preventDefault();
  });

  // A finger or a mouse leaves no focus behind: Enter then records and does not press the same button again.
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("button") : null;
    if (event.detail > 0) pressed?.blur();
  }, { capture: true });

  /** @param {string} key @param {HTMLElement} target @returns {boolean} whether the key was for us */
  function pressed(key, target) {
    if (/^[1-6]$/.test(key)) model.tap(Number(key));
    else if (key === "Backspace") model.back();
    else if (key === "o" || key === "O") model.choose("overflow");
    else if (key === "Enter" && leavesToUs(target)) on.record();
    else return false;
    return true;
  }
}

/** Enter on a button presses that button, but on a face, which has nothing left to do once six dice lie there. @param {HTMLElement} target */
function leavesToUs(target) {
  return !target.closest("a, button:not([data-face-button], #record)");
}
