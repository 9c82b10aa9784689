// @ts-check
/**
 * @typedef {{ kind: "done", url: string } | { kind: "refused", detail: string, code: string } | { kind: "away" | "broken" | "signed_out" | "reload" }} Reply
 * @typedef {{ ok: boolean, status: number, redirected: boolean, url: string, json: () => Promise<any> }} Answer
 */

const TIMEOUT = 12_000;

/**
 * What an answer of the server means. Only its own JSON says that something is handed over, or why not.
 * @param {Answer} answer @param {string} login where it sends who is signed out
 * @returns {Promise<Reply>}
 */
export async function replyOf(answer, login) {
  if (answer.redirected && new URL(answer.url, "http://desk").pathname.startsWith(login)) return { kind: "signed_out" };
  const said = await answer.json().catch(() => null);
  if (answer.ok && typeof said?.url === "string") return { kind: "done", url: said.url };
  if (typeof said?.detail === "string") return { kind: "refused", detail: said.detail, code: String(said.code ?? "") };
  if (answer.status === 403) return { kind: "reload" };
  return { kind: answer.status >= 500 ? "broken" : "away" };
}

/**
 * Hands over once: while one try is under way another press does nothing, and every try of a page carries the same
 * number, so that one whose answer got lost counts once.
 */
export class Hand {
  /**
   * @param {{ ask: (signal: AbortSignal) => Promise<Answer>, login: string, tell: (reply: Reply | { kind: "sending" }) => void, timeout?: number }} options
   */
  constructor({ ask, login, tell, timeout = TIMEOUT }) {
    this.ask = ask;
    this.login = login;
    this.tell = tell;
    this.timeout = timeout;
    this.busy = false;
  }

  async press() {
    if (this.busy) return;
    this.busy = true;
    this.tell({ kind: "sending" });
    const reply = await this.reply();
    this.busy = reply.kind === "done"; // then the page goes on to the next
    this.tell(reply);
  }

  /** @returns {Promise<Reply>} */
  async reply() {
    const gone = new AbortController();
    const timer = setTimeout(() => gone.abort(), this.timeout);
    try {
      return await replyOf(await this.ask(gone.signal), this.login);
    } catch {
      return { kind: "away" };
    } finally {
      clearTimeout(timer);
    }
  }
}
