// @ts-check
const LOW = 300;
const LAST = 60;

/**
 * What a table's clock shows. `level`: five minutes, one minute, or none are left.
 * @typedef {{ text: string, limited: boolean, level: "" | "low" | "last" | "over", rest: number | null }} Face `rest` in seconds
 * @typedef {{ limit_minutes: number | null, extra_minutes?: number, opened_at: string | null }} Times as the server says them
 */

/** The server's time on this device, whose own clock may be an hour off. */
export class Clock {
  constructor(now = Date.now) {
    this.local = now;
    this.offset = 0;
  }

  /** @param {string | undefined} serverTime as the server just said */
  sync(serverTime) {
    const server = Date.parse(serverTime ?? "");
    if (!Number.isNaN(server)) this.offset = server - this.local();
  }

  now() {
    return this.local() + this.offset;
  }

  /** @param {Times | undefined} clock @returns {Face | null} null before the opening */
  face(clock) {
    const opened = Date.parse(clock?.opened_at ?? "");
    if (!clock || Number.isNaN(opened)) return null;
    const passed = Math.max(0, Math.floor((this.now() - opened) / 1000));
    if (!clock.limit_minutes) return { text: minutes(passed), limited: false, level: "", rest: null };
    const rest = (clock.limit_minutes + (clock.extra_minutes ?? 0)) * 60 - passed;
    const level = rest <= 0 ? "over" : rest <= LAST ? "last" : rest <= LOW ? "low" : "";
    return { text: minutes(Math.max(0, rest)), limited: true, level, rest };
  }
}

/** @param {number} seconds @returns {string} 12:40 or 1:02:40 */
function minutes(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
