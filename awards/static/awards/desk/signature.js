// @ts-check
import { Strokes } from "./strokes.js";

const KEPT_WIDTH = 720; // pixels of the picture that is sent

/**
 * Lets somebody sign with a finger, a pen or the mouse.
 * @param {HTMLElement} box holds the canvas and the button that clears it
 * @param {HTMLInputElement} field takes the PNG as a data URL, "" while nothing is drawn
 */
export function takeSignature(box, field) {
  const canvas = /** @type {HTMLCanvasElement} */ (box.querySelector("canvas"));
  const strokes = new Strokes();
  const draw = () => {
    const pen = canvas.getContext("2d");
    if (pen) strokes.draw(pen, canvas.width, canvas.height);
  };
  const fit = () => {
    const { width, height } = canvas.getBoundingClientRect();
    if (!width) return; // folded away
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    draw();
  };
  const keep = () => {
    field.value = strokes.isEmpty ? "" : pictureOf(strokes, canvas.height / canvas.width);
  };
  /** @param {PointerEvent} event */
  const at = (event) => {
    const edge = canvas.getBoundingClientRect();
    return { x: (event.clientX - edge.left) / edge.width, y: (event.clientY - edge.top) / edge.height };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button > 0) return;
    event.preventDefault(); // the page keeps still, the field its focus
    canvas.setPointerCapture(event.pointerId);
    strokes.begin(at(event));
    draw();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!event.isPrimary || !strokes.open) return;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const one of points.length ? points : [event]) strokes.go(at(one));
    draw();
  });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    canvas.addEventListener(name, () => {
      strokes.end();
      keep();
    });
  }
  box.querySelector("[data-clear]")?.addEventListener("click", () => {
    strokes.clear();
    draw();
    keep();
  });
  new ResizeObserver(fit).observe(canvas);
  fit();
  return strokes;
}

/** @param {Strokes} strokes @param {number} ratio height by width */
function pictureOf(strokes, ratio) {
  const picture = document.createElement("canvas");
  picture.width = KEPT_WIDTH;
  picture.height = Math.round(KEPT_WIDTH * ratio);
  const pen = picture.getContext("2d");
  if (!pen) return "";
  strokes.draw(pen, picture.width, picture.height);
  return picture.toDataURL("image/png");
}
