// @ts-check
import { uuid } from "../tablet/uuid.js";

/**
 * @typedef {{ url: string, fields: [string, string][], label: string, scan: string }} Scan
 * @typedef {{ kind: "answer", html: string } | { kind: "away" | "broken" | "signed_out" | "reload" | "failed" }} Reply
 * @typedef {"ready" | "sending" | "slow" | "waiting" | "held" | "signed_out" | "reload"} Link
 * @typedef {{
 *   send: (scan: Scan) => Promise<Reply>,
 *   show: (reply: Reply, scan: Scan) => boolean,
 *   tell: (link: Link, count: number, seconds: number) => void,
 *   storage?: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null,
 *   waits?: number[],
 *   slow?: number,
 * }} Options `show` says false where somebody has to decide before the next scan is sent; `waits` are seconds before the
 *   next try, the last one for all that follow; after `slow` milliseconds without an answer it is said
 */

const KEY = "bobing.station.scans";
const WAITS = [1, 2, 3, 5];
const SLOW = 3_000;
const BROKEN = 3; // so often a server that fails at one scan is asked again, before it holds up all others

/**
 * Scans in the order in which they came, one at a time, each kept until the server has answered it. A number of its own
 * goes with each, so that one that was sent twice counts once.
 */
export class Scans {
  /** @param {Options} options */
  constructor({ send, show, tell, storage = null, waits = WAITS, slow = SLOW }) {
    this.busy = false;
    this.held = false;
    this.failures = 0;
    this.send = send;
    this.show = show;
    this.tell = tell;
    this.storage = storage;
    this.waits = waits;
    this.slow = slow;
    this.wake = () => {};
    this.queue = this.kept();
  }

  /** @returns {Scan[]} what was not answered before the page was loaded again */
  kept() {
    try {
      return JSON.parse(this.storage?.getItem(KEY) ?? "[]");
    } catch {
      return [];
    }
  }

  keep() {
    try {
      if (this.queue.length) this.storage?.setItem(KEY, JSON.stringify(this.queue));
      else this.storage?.removeItem(KEY);
    } catch {
      // No storage: a reload forgets what was not sent, and the count on the page said so.
    }
  }

  /** @param {Omit<Scan, "scan">} scan */
  add(scan) {
    this.queue.push({ ...scan, scan: uuid() });
    this.keep();
    this.resume();
  }

  /** Goes on: after a decision, when the network is back, or with the next scan. */
  resume() {
    this.held = false;
    this.wake();
    return this.pump();
  }

  async pump() {
    if (this.busy) return;
    this.busy = true;
    let link = /** @type {Link} */ ("ready");
    while (this.queue.length && !this.held && link === "ready") link = await this.next();
    this.busy = false;
    this.tell(this.held ? "held" : link, this.queue.length, 0);
  }

  /** @returns {Promise<Link>} `ready`, or why nothing more can be sent */
  async next() {
    const scan = this.queue[0];
    this.tell("sending", this.queue.length, 0);
    const slow = setTimeout(() => this.tell("slow", this.queue.length, 0), this.slow);
    const reply = await this.send(scan);
    clearTimeout(slow);
    if (reply.kind === "away" || (reply.kind === "broken" && this.failures < BROKEN)) return this.pause();
    if (reply.kind === "signed_out" || reply.kind === "reload") return reply.kind;
    this.failures = 0;
    this.queue.shift();
    this.keep();
    this.held = !this.show(reply, scan) && this.queue.length > 0;
    return "ready";
  }

  /** @returns {Promise<Link>} after some seconds, or as soon as something wakes it */
  async pause() {
    const seconds = this.waits[Math.min(this.failures, this.waits.length - 1)];
    this.failures += 1;
    this.tell("waiting", this.queue.length, seconds);
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      this.wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
    this.wake = () => {};
    return "ready";
  }
}

/**
 * What an answer of the server means. Only what carries a tone is one: a proxy's error page is nobody's welcome.
 * @param {{ status: number, redirected: boolean, url: string }} response @param {string} html @param {string} login
 * @returns {Reply}
 */
export function replyOf({ status, redirected, url }, html, login) {
  if (html.includes("data-tone=")) return { kind: "answer", html };
  if (redirected && new URL(url, "http://station").pathname.startsWith(login)) return { kind: "signed_out" };
  if (status === 403) return { kind: "reload" };
  if (status === 500) return { kind: "broken" };
  return status > 500 || status === 429 || status === 408 || status === 0 ? { kind: "away" } : { kind: "failed" };
}
