// @ts-check
/** @import { Hand, Outcome } from "./types.js" */

/**
 * The key of six dice in the hands table: their faces in ascending order.
 * @param {number[]} dice
 */
export function handKey(dice) {
  return [...dice].sort((a, b) => a - b).join("");
}

/**
 * What six dice come to, looked up in the table that the server made from the ruleset; null without the table.
 * @param {Record<string, Hand> | null} hands
 * @param {number[]} dice
 * @returns {Outcome | null}
 */
export function classify(hands, dice) {
  const hand = hands?.[handKey(dice)];
  return hand ? { pattern: hand[0], bonus: hand[1], strength: hand[2] } : null;
}

/**
 * Whether a throw makes a candidate for 状元.
 * @param {Outcome | null} outcome
 */
export function isTop(outcome) {
  return outcome !== null && outcome.strength !== null;
}
