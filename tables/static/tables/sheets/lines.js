// @ts-check
/**
 * The lines of paper sheets: what a text means, whose turn a line is, and what became of a line that was sent. The
 * server judges; this only reads, and follows the turns as a guess.
 *
 * @import { Hand, Outcome, Queued, Result, State } from "../tablet/types.js"
 * @import { Words } from "../tablet/words.js"
 */
import { lineOf } from "../tablet/adapter-table.js";
import { classify } from "../tablet/classify.js";
import { follow } from "../tablet/turns.js";

/**
 * `seat` is what was typed, empty where the turn order says it; `sent` is the seat it was sent with while nobody knows
 * what became of it; `status` is "", "recorded" or "refused".
 * @typedef {{ uuid: string, seat: string, sent: string, text: string, status: string, note: string }} Line
 * @typedef {{ kind: string, dice?: number[], pattern?: string, bonus?: string }} Said
 * @typedef {{ said: Said, outcome: Outcome | null } | { why: string, n?: number }} Reading
 */

const LETTERS = /** @type {Record<string, string>} */ ({ o: "overflow", p: "pass", l: "leave", t: "time_up" });
const LOWER = ["yixiu", "erju", "sijin", "sanhong", "duitang"];
const ENDING = new Set(["last_round", "extra_round", "time_up_round", "ended"]);

/**
 * What a line says: six digits, a letter, "-" for a throw that takes nothing, or the beginning of a pattern's name in
 * letters or in the page's language, with "+" before a bonus. Null for an empty line.
 * @param {string} typed @param {Record<string, Hand>} hands @param {Words} t
 * @returns {Reading | null}
 */
export function readLine(typed, hands, t) {
  const text = typed.normalize("NFKC").toLowerCase().replace(/[\s,.]/g, "");
  if (text === "") return null;
  if (/^\d+$/.test(text) && text !== "0") return readDice(text, hands);
  const kind = LETTERS[text] ?? Object.values(LETTERS).find((kind) => t(`kind.${kind}`).toLowerCase() === text);
  if (kind) return { said: { kind }, outcome: null };
  return readPattern(text, hands, t);
}

/** @param {string} text @param {Record<string, Hand>} hands @returns {Reading} */
function readDice(text, hands) {
  if (text.length !== 6) return { why: "bad.dice", n: text.length };
  if (!/^[1-6]+$/.test(text)) return { why: "bad.face" };
  const dice = [...text].map(Number);
  return { said: { kind: "throw", dice }, outcome: classify(hands, dice) };
}

/** @param {string} text @param {Record<string, Hand>} hands @param {Words} t @returns {Reading} */
function readPattern(text, hands, t) {
  const [name, addition = ""] = text.split("+");
  const nothing = ["-", "0", t("pattern.none").toLowerCase()].includes(text);
  const pattern = nothing ? "" : patternOf(name, hands, t);
  const bonus = addition && patternOf(addition, hands, t);
  if (pattern === null || bonus === null) return { why: "bad.unknown" };
  if (pattern === "?" || bonus === "?") return { why: "bad.ambiguous" };
  const found = Object.values(hands).find((hand) => (hand[0] ?? "") === pattern && (hand[1] ?? "") === bonus);
  if (!found) return { why: "bad.pattern" };
  if (found[2] !== null) return { why: "bad.dice_needed" };
  return { said: { kind: "throw", pattern, bonus }, outcome: { pattern: pattern || null, bonus: bonus || null, strength: null } };
}

/** The pattern a text begins or names; "?" for more than one. @param {string} text @param {Record<string, Hand>} hands @param {Words} t */
function patternOf(text, hands, t) {
  const known = [...new Set(Object.values(hands).map((hand) => hand[0]))].filter((code) => code !== null);
  const named = known.find((code) => code === text || t(`pattern.${code}`).toLowerCase() === text || t(`rank.${code}`).toLowerCase() === text);
  if (named) return named;
  // The five of every evening have the short forms; the rare ones are typed in full, and then need their dice.
  const begun = LOWER.filter((code) => code.startsWith(text));
  return begun.length > 1 ? "?" : begun[0] ?? null;
}

/**
 * Whose turn each line is, by the state before the first of them: typed seats are believed, the others follow.
 * @param {State} state @param {Line[]} lines @param {(Reading | null)[]} readings @param {any} overflow
 * @returns {string[]} the seat of each line, "" where nobody is in turn
 */
export function seatsOf(state, lines, readings, overflow) {
  const line = lineOf(state, "seat");
  const rules = { overflow, endless: !ENDING.has(state.phase) };
  /** @type {Queued[]} */
  const waiting = [];
  return lines.map(({ seat, sent, status }, at) => {
    const reading = readings[at];
    const id = seat || sent || follow(line, waiting, rules).turn || "";
    if (reading && "said" in reading && status !== "recorded") {
      const { kind } = reading.said;
      waiting.push({ key: at, entry: /** @type {any} */ ({ kind }), note: { id }, doubt: false, refused: null });
    }
    return id;
  });
}

/**
 * What is sent for the lines that are not recorded: nothing is left out between them.
 * @param {Line[]} lines @param {(Reading | null)[]} readings @param {string[]} seats
 */
export function entriesOf(lines, readings, seats) {
  return lines.flatMap(({ uuid, status }, at) => {
    const reading = readings[at];
    if (status === "recorded" || !reading || !("said" in reading)) return [];
    const seat = reading.said.kind === "time_up" ? {} : { seat: Number(seats[at]) };
    return [{ client_uuid: uuid, ...reading.said, ...seat }];
  });
}

/**
 * The lines as they are sent: each keeps its seat until it is known what became of it, or the same UUID would stand for
 * another entry once the table has gone on.
 * @param {Line[]} lines @param {{ client_uuid: string }[]} entries @param {string[]} seats
 * @returns {Line[]}
 */
export function asSent(lines, entries, seats) {
  const sent = new Set(entries.map((entry) => entry.client_uuid));
  return lines.map((line, at) => (sent.has(line.uuid) ? { ...line, sent: seats[at] } : line));
}

/**
 * The lines after an answer: recorded ones are done, a refused one keeps its sentence, the rest is as it was.
 * @param {Line[]} lines @param {Result[]} results @param {string[]} seats @param {Words} t
 * @returns {Line[]}
 */
export function afterAnswer(lines, results, seats, t) {
  const became = new Map(results.map((result) => [result.client_uuid, result]));
  return lines.map((line, at) => {
    const result = became.get(line.uuid);
    if (result?.status === "recorded" || result?.status === "repeated") {
      return { ...line, seat: seats[at], sent: "", status: "recorded", note: t("status.recorded", { seq: result.seq ?? 0 }) };
    }
    if (result?.status === "refused") return { ...line, sent: "", status: "refused", note: result.detail ?? "" };
    return result ? { ...line, sent: "" } : line;
  });
}
