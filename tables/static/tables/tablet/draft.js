// @ts-check
/**
 * What the referee is about to record, as a value: six dice, or an overflow, a pass, a rethrow.
 * `owner` is whose turn it was at the first tap; `restored` says that an undo put the dice back.
 *
 * @typedef {{
 *   kind: "throw" | "overflow" | "pass" | "rethrow", dice: (number | null)[], reason: string,
 *   owner: string | null, restored: boolean,
 * }} Draft
 */

/** @returns {Draft} */
export function emptyDraft() {
  return { kind: "throw", dice: [null, null, null, null, null, null], reason: "", owner: null, restored: false };
}

/** @param {Draft} draft @returns {number[]} the dice there are */
export function shown(draft) {
  return draft.dice.filter((face) => face !== null);
}

/** @param {Draft} draft */
export function missing(draft) {
  return draft.kind === "throw" ? 6 - shown(draft).length : 0;
}

/** @param {Draft} draft */
export function isReady(draft) {
  return missing(draft) === 0;
}

/** @param {Draft} draft */
export function isEmpty(draft) {
  return draft.kind === "throw" && shown(draft).length === 0;
}

/**
 * A die is put into the first free place. With six dice nothing happens: a die is taken out first.
 * @param {Draft} draft @param {number} face @param {string | null} owner whose turn it is
 * @returns {Draft}
 */
export function addFace(draft, face, owner) {
  const place = draft.dice.indexOf(null);
  if (draft.kind !== "throw") return addFace({ ...draft, kind: "throw", reason: "" }, face, owner);
  if (place < 0) return draft;
  return owned({ ...draft, dice: placed(draft.dice, place, face) }, draft, owner);
}

/** @param {Draft} draft @param {number} place 0 … 5 @returns {Draft} */
export function takeDie(draft, place) {
  return { ...draft, kind: "throw", reason: "", dice: placed(draft.dice, place, null) };
}

/** @param {Draft} draft @returns {Draft} without the last die, or without what was chosen in place of dice */
export function stepBack(draft) {
  if (draft.kind !== "throw") return { ...draft, kind: "throw", reason: "" };
  const filled = draft.dice.flatMap((face, place) => (face === null ? [] : [place]));
  return filled.length === 0 ? draft : takeDie(draft, filled[filled.length - 1]);
}

/**
 * Choose an overflow, a pass or a rethrow; choosing the same again goes back to the dice.
 * @param {Draft} draft @param {"overflow" | "pass" | "rethrow"} kind @param {string | null} owner
 * @returns {Draft}
 */
export function choose(draft, kind, owner, reason = "") {
  if (draft.kind === kind && draft.reason === reason) return { ...draft, kind: "throw", reason: "" };
  return owned({ ...draft, kind, reason }, draft, owner);
}

/** @param {number[]} dice @param {string | null} owner @returns {Draft} the dice of an undone throw */
export function restore(dice, owner) {
  return { ...emptyDraft(), dice: [...dice], owner, restored: true };
}

/** @param {Draft} next @param {Draft} before @param {string | null} owner @returns {Draft} */
function owned(next, before, owner) {
  return isEmpty(before) ? { ...next, owner, restored: false } : next;
}

/** @param {(number | null)[]} dice @param {number} place @param {number | null} face */
function placed(dice, place, face) {
  return dice.map((old, index) => (index === place ? face : old));
}
