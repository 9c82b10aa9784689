// @ts-check
/** The button of a draw's public page that repeats the draw in the browser. WebCrypto needs https or this machine. */

import { checks } from "./seating.js";

const box = document.getElementById("browser-check");
const button = box?.querySelector("button");

if (box && button && globalThis.crypto?.subtle) {
  box.hidden = false;
  document.getElementById("browser-cannot")?.remove();
  button.addEventListener("click", async () => {
    button.disabled = true;
    const answer = await fetch(box.dataset.file ?? "");
    const found = Object.entries(await checks(await answer.json()));
    for (const [name, good] of found) {
      const line = box.querySelector(`[data-check="${name}"]`);
      line?.querySelector(good ? ".badge--attention" : ".badge--done")?.remove();
    }
    box.querySelector("[hidden]")?.removeAttribute("hidden");
    button.remove();
  });
}
