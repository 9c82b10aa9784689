// @ts-check
/**
 * Tells the server every 15 seconds, and whenever the queue changed, that this tablet lives and how much it holds back.
 * Never in the way of an entry: one beat at a time, and what is missed is told by the next.
 *
 * @typedef {{ send: (body: { unsent: number }) => Promise<void>, unsent: () => number, wait: (ms: number, then: () => void) => void }} Options
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
    /** What was said last; below 0 before the first. */
    this.told = -1;
    this.busy = false;
    this.soon = false;
  }

  async start() {
    await this.beat();
    this.wait(EVERY, () => void this.start());
  }

  /** The queue may have changed. */
  changed() {
    if (this.told < 0 || this.soon || this.unsent() === this.told) return;
    this.soon = true;
    this.wait(SETTLED, () => {
      this.soon = false;
      if (this.unsent() !== this.told) void this.beat();
    });
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
