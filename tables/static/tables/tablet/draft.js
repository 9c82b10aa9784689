// @ts-check
/**
 * What the referee is about to record, as a value: six dice, the pattern alone, or an overflow, a pass, a rethrow.
 * `owner` is whose turn it was at the first tap; `restored` says that an undo put it back; `wanted` is the pattern whose
 * dice are being asked.
 *
 * @import { Hand, Outcome } from "./types.js"
 * @typedef {{
 *   kind: "throw" | "overflow" | "pass" | "rethrow", dice: (number | null)[], said: Outcome | null, wanted: Outcome | null,
 *   reason: string, owner: string | null, restored: boolean,
 * }} Draft
 */
import { complete } from "./quick.js";

const EMPTY = { kind: /** @type {const} */ ("throw"), said: null, wanted: null, reason: "", owner: null, restored: false };

/** @returns {Draft} */
export function emptyDraft() {
  return { ...EMPTY, dice: [null, null, null, null, null, null] };
}

/** @param {Draft} draft @returns {number[]} the dice there are */
export function shown(draft) {
  return draft.dice.filter((face) => face !== null);
}

/** @param {Draft} draft */
export function missing(draft) {
  return draft.kind === "throw" && draft.said === null ? 6 - shown(draft).length : 0;
}

/** @param {Draft} draft */
export function isReady(draft) {
  return missing(draft) === 0;
}

/** @param {Draft} draft */
export function isEmpty(draft) {
  return draft.kind === "throw" && draft.said === null && shown(draft).length === 0;
}

/**
 * A die is put into the first free place. With six dice nothing happens: a die is taken out first.
 * @param {Draft} draft @param {number} face @param {string | null} owner whose turn it is
 * @param {Record<string, Hand> | null} [hands] with it, what follows from a wanted pattern is put in too
 * @returns {Draft}
 */
export function addFace(draft, face, owner, hands = null) {
  const place = draft.dice.indexOf(null);
  if (draft.kind !== "throw" || draft.said) return addFace({ ...draft, kind: "throw", said: null, reason: "" }, face, owner, hands);
  if (place < 0) return draft;
  const next = { ...draft, dice: placed(draft.dice, place, face) };
  return owned(draft.wanted ? filled(next, complete(hands, draft.wanted, shown(next))) : next, draft, owner);
}

/** @param {Draft} draft @param {number} place 0 … 5 @returns {Draft} */
export function takeDie(draft, place) {
  return { ...draft, kind: "throw", said: null, wanted: null, reason: "", dice: placed(draft.dice, place, null) };
}

/** @param {Draft} draft @returns {Draft} without the last die, or without what was chosen in place of dice */
export function stepBack(draft) {
  if (draft.kind !== "throw" || draft.said) return { ...draft, kind: "throw", said: null, reason: "" };
  const there = draft.dice.flatMap((face, place) => (face === null ? [] : [place]));
  return there.length === 0 ? draft : takeDie(draft, there[there.length - 1]);
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

/** The pattern alone, in place of dice; the same again takes it back. @param {Draft} draft @param {Outcome} outcome @param {string | null} owner @returns {Draft} */
export function say(draft, outcome, owner) {
  const again = draft.kind === "throw" && draft.said?.pattern === outcome.pattern && draft.said.bonus === outcome.bonus;
  return again ? emptyDraft() : owned({ ...emptyDraft(), said: outcome }, draft, owner);
}

/** A pattern whose dice are asked: what is sure of them lies there already. @param {Record<string, Hand> | null} hands @param {Outcome} wanted @param {string | null} owner @returns {Draft} */
export function want(hands, wanted, owner) {
  return { ...filled(emptyDraft(), complete(hands, wanted, [])), wanted, owner };
}

/** @param {number[]} dice @param {string | null} owner @returns {Draft} the dice of an undone throw */
export function restore(dice, owner) {
  return { ...emptyDraft(), dice: [...dice], owner, restored: true };
}

/** @param {Draft} draft @param {number[]} dice @returns {Draft} */
function filled(draft, dice) {
  return { ...draft, dice: draft.dice.map((_, place) => dice[place] ?? null) };
}

/** @param {Draft} next @param {Draft} before @param {string | null} owner @returns {Draft} */
function owned(next, before, owner) {
  return { ...next, owner: isEmpty(before) || before.owner === null ? owner : before.owner, restored: isEmpty(before) ? false : before.restored };
}

/** @param {(number | null)[]} dice @param {number} place @param {number | null} face */
function placed(dice, place, face) {
  return dice.map((old, index) => (index === place ? face : old));
}
