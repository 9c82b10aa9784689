// @ts-check
/** The player's page keeps itself up to date while it is looked at, and never while somebody writes on it. */
const EVERY = 10_000;

/**
 * @typedef {{ live: HTMLElement, stale: HTMLElement, fetch: typeof globalThis.fetch, isHidden: () => boolean }} Options
 */

/** One look at the server; nothing is fetched by a hidden page, nor while a form is open. */
export class Refresher {
  /** @param {Options} options */
  constructor({ live, stale, fetch, isHidden }) {
    this.live = live;
    this.stale = stale;
    this.fetch = fetch;
    this.isHidden = isHidden;
    this.etag = live.dataset.etag ?? "";
    this.busy = false;
  }

  async look() {
    if (this.busy || this.isHidden() || this.writing()) return;
    this.busy = true;
    const gone = new AbortController();
    const timer = setTimeout(() => gone.abort(), EVERY);
    try {
      /** @type {Record<string, string>} */
      const headers = this.etag ? { "If-None-Match": this.etag } : {};
      const answer = await this.fetch(this.live.dataset.live ?? "", { headers, cache: "no-store", signal: gone.signal });
      if (answer.ok) await this.show(answer);
      this.stale.hidden = answer.ok || answer.status === 304;
    } catch {
      this.stale.hidden = false;
    } finally {
      clearTimeout(timer);
      this.busy = false;
    }
  }

  /** @param {Response} answer */
  async show(answer) {
    const text = await answer.text();
    if (this.writing()) return; // somebody began meanwhile: the next look finds it again
    this.etag = answer.headers.get("ETag") ?? "";
    this.live.innerHTML = text;
  }

  writing() {
    return this.live.querySelector("details[open]") !== null;
  }
}

const live = globalThis.document?.getElementById("live");
const stale = globalThis.document?.getElementById("stale");
if (live && stale) {
  const refresher = new Refresher({ live, stale, fetch: fetch.bind(globalThis), isHidden: () => document.hidden });
  setInterval(() => void refresher.look(), EVERY);
  document.addEventListener("visibilitychange", () => void refresher.look());
  window.addEventListener("online", () => void refresher.look());
}
