// @ts-check
/** @import { Answer, Door, Entry } from "./types.js" */

const TIMEOUT = 12_000;

/**
 * @typedef {{ http: number, body: any, etag: string | null }} Reply `http` 0: nobody answered
 * @typedef {{ root: string, token: string, csrf: () => string, fetch?: typeof globalThis.fetch }} Options
 */

/** The server's side of one log. Nothing here throws: what went wrong is part of the answer. */
export class Api {
  /** @param {Options} options */
  constructor({ root, token, csrf, fetch = globalThis.fetch.bind(globalThis) }) {
    this.root = root;
    this.token = token;
    this.csrf = csrf;
    this.fetch = fetch;
  }

  /** @param {string} path below the log's root @param {string | null} etag of what is known already */
  get(path, etag = null) {
    return this.call(path, { headers: etag ? { "If-None-Match": etag } : {} });
  }

  /** @param {string} path @param {any} body */
  post(path, body) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.csrf() };
    return this.call(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** @param {string} path */
  delete(path) {
    return this.call(path, { method: "DELETE", headers: { "X-CSRFToken": this.csrf() } });
  }

  /** @param {Entry[]} entries @returns {Promise<Answer>} */
  async send(entries) {
    return answerOf(await this.post("entries/", { entries }), entries.length);
  }

  /** @param {string} path @param {RequestInit & { headers: Record<string, string> }} request @returns {Promise<Reply>} */
  async call(path, request) {
    const gone = new AbortController();
    const timer = setTimeout(() => gone.abort(), TIMEOUT);
    /** @type {Record<string, string>} */
    const auth = this.token ? { Authorization: `Device ${this.token}` } : {};
    const headers = { Accept: "application/json", ...auth, ...request.headers };
    try {
      const response = await this.fetch(this.root + path, {
        ...request, headers, signal: gone.signal, cache: "no-store", credentials: "same-origin",
      }); // prettier-ignore
      const body = response.status === 304 ? null : await response.json().catch(() => null);
      return { http: response.status, body, etag: response.headers.get("ETag") };
    } catch {
      return { http: 0, body: null, etag: null };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @param {Reply} reply @param {number} asked how many entries were sent @returns {Answer} */
export function answerOf({ http, body }, asked) {
  const detail = String(body?.detail ?? "");
  if (Array.isArray(body?.results) && body.state) {
    return { status: "answered", results: body.results, state: body.state };
  }
  const closed = doorOf(http, body);
  if (closed) return { status: closed, detail };
  const refused = http >= 400 && http < 500 && http !== 408 && http !== 429 && body?.code;
  // A whole batch without results says nothing of its entries; the queue then asks for them one at a time.
  return refused ? { status: "refused", code: asked === 1 ? body.code : "batch", detail } : { status: "unreachable" };
}

/**
 * Which closed door an HTTP answer is; null for none.
 * @param {number} http @param {any} body
 * @returns {Door | null}
 */
export function doorOf(http, body) {
  const code = String(body?.code ?? "");
  if (code === "device_replaced") return "replaced";
  if (code.startsWith("device_")) return "released";
  if (http === 401 || code === "not_authenticated" || code === "authentication_failed") return "signed_out";
  if (http === 403) return "forbidden";
  return http === 404 ? "missing" : null;
}
