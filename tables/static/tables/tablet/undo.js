// @ts-check
/** @import { Outcome, Queued, Undoes } from "./types.js" */
/** @import { Model } from "./model.js" */
import { classify, isTop } from "./classify.js";
import { emptyDraft, isEmpty, restore } from "./draft.js";

/**
 * What the undo button would take back: an entry of the queue, or the last recorded one.
 *
 * `dice` are null where only the pattern was entered; `outcome` is what is known of that.
 * @typedef {{ kind: string, id: string | null, dice: number[] | null, outcome?: Outcome | null, rank?: string | null }} Said
 * @typedef {{ said: Said, item: Queued } | { said: Said, seq: number }} Undoable
 * @param {Model} model
 * @returns {Undoable | null} null also while an undo is on its way
 */
export function undoable({ outbox, state, hands, canEnter }) {
  const item = outbox.items[outbox.items.length - 1];
  if (!canEnter || outbox.conflict) return null;
  if (item) return item.entry.kind === "void" ? null : { said: saidBy(item), item };
  const last = state?.last;
  return last?.can_undo ? { said: saidIn(last, hands), seq: last.seq } : null;
}

/**
 * Whether the log wants to know why: 状元-level throws and an appointed champion.
 * @param {Model} model @param {Undoable} what
 */
export function needsReason(model, { said }) {
  return said.kind === "appoint" || isTop(outcomeOf(model, said));
}

/**
 * Takes it back, and puts the dice or the pattern of a throw into the bowl again: a slip is mended by one tap.
 * A bowl that holds the referee's own dice is left alone.
 * @param {Model} model @param {Undoable} what
 */
export function undo(model, what, reason = "") {
  const { kind, id } = what.said;
  /** @param {{ supersedes?: number }} fields @param {Undoes} undoes */
  const enter = (fields, undoes) => model.enter({ kind: "void", ...fields, ...(reason ? { reason } : {}) }, null, undoes);
  if (!("item" in what)) enter({ supersedes: what.seq }, { kind, id });
  else if (!what.item.doubt) void model.outbox.discard(what.item);
  else enter({}, { kind, id, uuid: what.item.entry.client_uuid }); // it may be there: undone when its number is known
  layBack(model, what.said);
}

/** Into an empty bowl only. @param {Model} model @param {Said} said */
export function layBack(model, { dice, outcome }) {
  if (!isEmpty(model.draft)) return model.changed();
  if (dice) model.putBack(restore(dice, model.turns.turn));
  else if (outcome) model.putBack({ ...emptyDraft(), said: outcome, owner: model.turns.turn, restored: true });
  model.changed();
}

/** What a throw came to, by its dice or as it was entered. @param {Pick<Model, "hands">} model @param {Said} said */
export function outcomeOf({ hands }, { kind, dice, outcome }) {
  if (kind !== "throw") return null;
  return outcome ?? (dice ? classify(hands, dice) : null);
}

/** @param {Queued} item @returns {Said} */
export function saidBy({ entry, note }) {
  const { pattern, bonus } = entry;
  const outcome = pattern === undefined ? null : { pattern, bonus: bonus || null, strength: null };
  return { kind: entry.kind, id: note.id, dice: entry.dice ?? null, outcome, rank: entry.rank ?? null };
}

/**
 * An entry as the server has it. Of a pattern it keeps dice that stand for it and were never seen.
 * @param {any} last @param {Model["hands"]} hands @returns {Said}
 */
export function saidIn(last, hands) {
  const id = last.seat ?? last.entrant ?? null;
  const seen = last.dice_seen !== false;
  const outcome = seen ? null : classify(hands, last.dice);
  return { kind: last.kind, id: id === null ? null : String(id), dice: seen ? (last.dice ?? null) : null, outcome, rank: last.rank ?? null };
}
