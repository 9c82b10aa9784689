// @ts-check
/** The list of who takes part in a redraw: finding somebody on it, and counting. */

import { isFound, takingPart } from "./finding.js";

const list = document.getElementById("people");
const search = document.getElementById("find-person");
const count = document.getElementById("taking-part");

if (list && search instanceof HTMLInputElement && count) {
  const people = [...list.querySelectorAll("li")];
  const sentence = count.textContent ?? "";
  const all = Number(count.dataset.all);

  /** Whose own goods are drawn does not take part at first, whatever the ticks mean. */
  const leaveOut = (/** @type {string} */ mode) => {
    for (const tick of list.querySelectorAll("input[data-out]")) {
      if (tick instanceof HTMLInputElement) tick.checked = mode === "but";
    }
  };
  const tell = () => {
    const mode = document.querySelector("input[name=mode]:checked");
    const ticked = list.querySelectorAll("input:checked").length;
    const part = takingPart(mode instanceof HTMLInputElement ? mode.value : "", all, ticked);
    count.textContent = sentence.replace(String(all), String(part));
  };
  search.addEventListener("input", () => {
    for (const person of people) person.hidden = !isFound(person.dataset.find ?? "", search.value);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // it would draw
  });
  document.addEventListener("change", (event) => {
    const mode = event.target;
    if (mode instanceof HTMLInputElement && mode.name === "mode") leaveOut(mode.value);
    tell();
  });
  tell();
}
