// @ts-check
/** @import { Queued, Undoes } from "./types.js" */
/** @import { Model } from "./model.js" */
import { classify, isTop } from "./classify.js";
import { isEmpty, restore } from "./draft.js";

/**
 * What the undo button would take back: an entry of the queue, or the last recorded one.
 *
 * @typedef {{ kind: string, id: string | null, dice: number[] | null, rank?: string | null }} Said
 * @typedef {{ said: Said, item: Queued } | { said: Said, seq: number }} Undoable
 * @param {Model} model
 * @returns {Undoable | null} null also while an undo is on its way
 */
export function undoable({ outbox, state, config }) {
  const item = outbox.items[outbox.items.length - 1];
  if (!config.canRecord || outbox.conflict) return null;
  if (item) return item.entry.kind === "void" ? null : { said: saidBy(item), item };
  const last = state?.last;
  return last?.can_undo ? { said: saidIn(last), seq: last.seq } : null;
}

/**
 * Whether the log wants to know why: 状元-level throws and an appointed champion.
 * @param {Model} model @param {Undoable} what
 */
export function needsReason(model, { said }) {
  return said.kind === "appoint" || (said.dice !== null && isTop(classify(model.hands, said.dice)));
}

/**
 * Takes it back, and puts the dice of a throw into the bowl again: a slip is mended by tapping one die.
 * A bowl that holds the referee's own dice is left alone.
 * @param {Model} model @param {Undoable} what
 */
export function undo(model, what, reason = "") {
  const { kind, id, dice } = what.said;
  /** @param {{ supersedes?: number }} fields @param {Undoes} undoes */
  const enter = (fields, undoes) => model.enter({ kind: "void", ...fields, ...(reason ? { reason } : {}) }, null, undoes);
  if (!("item" in what)) enter({ supersedes: what.seq }, { kind, id });
  else if (!what.item.doubt) void model.outbox.discard(what.item);
  else enter({}, { kind, id, uuid: what.item.entry.client_uuid }); // it may be there: undone when its number is known
  if (dice && isEmpty(model.draft)) model.draft = restore(dice, model.turns.turn);
  model.changed();
}

/** @param {Queued} item @returns {Said} */
export function saidBy({ entry, note }) {
  return { kind: entry.kind, id: note.id, dice: entry.dice ?? null, rank: entry.rank ?? null };
}

/** @param {any} last as the server's state has it @returns {Said} */
export function saidIn(last) {
  const id = last.seat ?? last.entrant ?? null;
  return { kind: last.kind, id: id === null ? null : String(id), dice: last.dice ?? null, rank: last.rank ?? null };
}
