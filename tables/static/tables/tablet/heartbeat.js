// @ts-check
/**
 * Tells the server every 15 seconds, and whenever the queue changed, that this tablet lives and how much it holds back.
 * Never in the way of an entry: one beat at a time, and what is missed is told by the next.
 *
 * @typedef {{
 *   send: (body: { unsent: number }) => Promise<void>, unsent: () => number, wait: (ms: number, then: () => void) => void,
 * }} Options `wait` replaces a wait that is still on
 */
const EVERY = 15_000;
/** An entry that is answered at once is no news. */
const SETTLED = 1_000;

export class Heartbeat {
  /** @param {Options} options */
  constructor({ send, unsent, wait }) {
    this.send = send;
    this.unsent = unsent;
    this.wait = wait;
    /** What was said last. */
    this.told = -1;
    this.busy = false;
  }

  /** The queue may have changed. */
  changed() {
    if (this.told >= 0 && !this.busy) this.wait(this.unsent() === this.told ? EVERY : SETTLED, () => void this.beat());
  }

  async beat() {
    if (this.busy) return;
    this.busy = true;
    this.told = this.unsent();
    await this.send({ unsent: this.told });
    this.busy = false;
    this.changed();
  }
}
