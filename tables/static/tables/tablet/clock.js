// @ts-check
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

  /**
   * What the table's clock shows.
   * @param {{ limit_minutes: number | null, opened_at: string | null } | undefined} clock
   * @returns {{ text: string, over: boolean, low: boolean, limited: boolean } | null} null before the opening
   */
  face(clock) {
    const opened = Date.parse(clock?.opened_at ?? "");
    if (!clock || Number.isNaN(opened)) return null;
    const passed = Math.max(0, Math.floor((this.now() - opened) / 1000));
    if (!clock.limit_minutes) return { text: minutes(passed), over: false, low: false, limited: false };
    const rest = clock.limit_minutes * 60 - passed;
    return { text: minutes(Math.max(0, rest)), over: rest <= 0, low: rest > 0 && rest <= 300, limited: true };
  }
}

/** @param {number} seconds @returns {string} 12:40 or 1:02:40 */
function minutes(seconds) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
