// @ts-check
/** @import { Queued, Rules, Turn } from "./types.js" */

const USES_TURN = new Set(["throw", "overflow", "pass"]);

/**
 * Follows the ring of turns the server sent past the entries it has not confirmed yet. This is no rule engine: it
 * steps along a given line, so what comes out is a guess to be shown as one.
 *
 * @param {Turn[]} line the upcoming turns, the present one first, at least one round of them where there is one
 * @param {Queued[]} waiting entries the server has not confirmed, in order
 * @param {{ overflow: Rules["overflow"], endless: boolean }} rules `endless`: the ring goes on where the line ends,
 *   and the line is not short because the end is near
 * @returns {{ turn: string | null, line: Turn[] }} whose turn it would be, and the line from there
 */
export function follow(line, waiting, rules) {
  const walk = new Walk(line, rules);
  for (const item of waiting) walk.take(item);
  return { turn: walk.line[0]?.id ?? null, line: walk.line };
}

class Walk {
  /** @param {Turn[]} line @param {{ overflow: Rules["overflow"], endless: boolean }} rules */
  constructor(line, rules) {
    this.line = [...line];
    this.ring = rules.endless ? [...new Set(line.map((turn) => turn.id))] : [];
    this.overflowSkips = rules.overflow === "skip";
    this.skips = new Set();
  }

  /** @param {Queued} item */
  take({ entry, note }) {
    if (entry.kind === "appoint") this.line = [];
    else if (entry.kind === "leave" || entry.kind === "withdraw" || entry.kind === "decide") this.without(note.id);
    else if (entry.kind === "void") this.back(note);
    else if (USES_TURN.has(entry.kind)) this.use(entry.kind, note.id);
  }

  /** @param {string} kind @param {string | null} id */
  use(kind, id) {
    if (kind === "overflow" && this.overflowSkips) this.skips.add(id);
    this.pass();
  }

  pass() {
    this.line.shift();
    this.fill();
    for (let next = this.line[0]; next && (next.skipped || this.skips.has(next.id)); next = this.line[0]) {
      this.skips.delete(next.id);
      this.line.shift();
      this.fill();
    }
  }

  /** The ring goes on where the server's line ends. */
  fill() {
    while (this.ring.length > 0 && this.line.length <= this.ring.length) {
      const last = this.line[this.line.length - 1]?.id;
      const after = this.ring[(this.ring.indexOf(last ?? "") + 1) % this.ring.length];
      this.line.push({ id: after, skipped: false });
    }
  }

  /** @param {string | null} id */
  without(id) {
    const wasInTurn = this.line[0]?.id === id;
    if (wasInTurn) this.pass();
    this.ring = this.ring.filter((other) => other !== id);
    this.line = this.line.filter((turn) => turn.id !== id);
  }

  /** @param {Queued["note"]} note */
  back({ undoes }) {
    if (undoes?.id && USES_TURN.has(undoes.kind)) this.line.unshift({ id: undoes.id, skipped: false });
  }
}
