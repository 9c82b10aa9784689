// @ts-check
import { el, press } from "./dom.js";

export const PIN_LENGTH = 6;

/**
 * A number pad for somebody's PIN. The digits live in this closure only and are shown as dots.
 * @param {{ label: string, back: string, dots: (n: number) => string, onChange: () => void }} options words, and who is told
 * @returns {{ node: HTMLElement, value: () => string, clear: () => void }}
 */
export function numberPad({ label, back, dots, onChange }) {
  let digits = "";
  const shown = el("output", { class: "pad__dots", "aria-live": "polite" });
  const set = (/** @type {string} */ next) => {
    digits = next.slice(0, PIN_LENGTH);
    shown.textContent = "●".repeat(digits.length);
    shown.setAttribute("aria-label", dots(digits.length));
    onChange();
  };
  const key = (/** @type {string} */ digit) => press("pad__key", () => set(digits + digit), digit);
  const away = press("pad__key pad__key--word", () => set(digits.slice(0, -1)), back);
  const keys = [..."123456789"].map(key);
  const node = el("div", { class: "pad", role: "group", "aria-label": label }, el("p", {}, label), shown, el("div", { class: "pad__keys" }, ...keys, away, key("0")));
  node.addEventListener("keydown", (event) => {
    if (/^\d$/.test(event.key)) set(digits + event.key);
    else if (event.key === "Backspace") set(digits.slice(0, -1));
    else return;
    event.preventDefault();
  });
  return { node, value: () => digits, clear: () => set("") };
}
