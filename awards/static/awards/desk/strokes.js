// @ts-check
/**
 * @typedef {{ x: number, y: number }} Point of a signature, both from 0 to 1
 * @typedef {Pick<CanvasRenderingContext2D, "beginPath" | "moveTo" | "lineTo" | "quadraticCurveTo" | "arc" | "fill" | "stroke" | "clearRect"> & { lineWidth: number, lineCap: string, lineJoin: string, strokeStyle: any, fillStyle: any }} Pen
 */

const INK = "#1F2328";
const SHARE = 0.006; // a line is so thick, as a share of the pad's width
const NEAR = 0.002; // a point so near the last one adds nothing

/** A signature as it is drawn: kept in shares of the pad, so that a turned tablet shows it whole. */
export class Strokes {
  constructor() {
    /** @type {Point[][]} */
    this.lines = [];
    this.open = false;
  }

  get isEmpty() {
    return this.lines.length === 0;
  }

  /** @param {Point} point */
  begin(point) {
    this.lines.push([inside(point)]);
    this.open = true;
  }

  /** @param {Point} point @returns {boolean} whether something is drawn anew */
  go(point) {
    const line = this.lines.at(-1);
    if (!this.open || !line) return false;
    const last = line[line.length - 1];
    const next = inside(point);
    if (Math.hypot(next.x - last.x, next.y - last.y) < NEAR) return false;
    line.push(next);
    return true;
  }

  end() {
    this.open = false;
  }

  clear() {
    this.lines = [];
    this.open = false;
  }

  /** @param {Pen} pen @param {number} width @param {number} height */
  draw(pen, width, height) {
    pen.clearRect(0, 0, width, height);
    Object.assign(pen, { lineWidth: width * SHARE, lineCap: "round", lineJoin: "round", strokeStyle: INK, fillStyle: INK });
    for (const line of this.lines) drawLine(pen, line.map(({ x, y }) => ({ x: x * width, y: y * height })));
  }
}

/** @param {Pen} pen @param {Point[]} line in pixels */
function drawLine(pen, line) {
  const [first] = line;
  pen.beginPath();
  if (line.length === 1) {
    pen.arc(first.x, first.y, pen.lineWidth / 2, 0, 7);
    return pen.fill();
  }
  pen.moveTo(first.x, first.y);
  for (let at = 1; at < line.length - 1; at += 1) {
    const [here, next] = [line[at], line[at + 1]];
    pen.quadraticCurveTo(here.x, here.y, (here.x + next.x) / 2, (here.y + next.y) / 2);
  }
  const last = line[line.length - 1];
  pen.lineTo(last.x, last.y);
  pen.stroke();
}

/** @param {Point} point */
function inside({ x, y }) {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
}
