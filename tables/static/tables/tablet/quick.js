// @ts-check
/**
 * Entering a pattern instead of six dice. Pure; what there is to choose comes from the hands table of the ruleset.
 *
 * @import { Hand, Outcome } from "./types.js"
 */

/**
 * What one tap may say: everything below 状元 level, weakest first, beginning with nothing; and the 状元-level
 * patterns, whose dice are asked.
 * @param {Record<string, Hand> | null} hands @param {string[]} ranks the lower ones, high to low
 * @returns {{ plain: Outcome[], top: Outcome[] }}
 */
export function patterns(hands, ranks) {
  /** @type {Map<string, Outcome>} */
  const found = new Map();
  for (const [pattern, bonus, strength] of Object.values(hands ?? {})) {
    const known = found.get(`${pattern} ${bonus}`);
    if (!known || (strength ?? 0) < (known.strength ?? 0)) found.set(`${pattern} ${bonus}`, { pattern, bonus, strength });
  }
  const all = [...found.values()];
  const height = (/** @type {string | null} */ name) => (name === null ? -1 : ranks.length - ranks.indexOf(name));
  const byHeight = (/** @type {Outcome} */ a, /** @type {Outcome} */ b) => height(a.pattern) - height(b.pattern) || height(a.bonus) - height(b.bonus);
  return {
    plain: all.filter(({ strength }) => strength === null).sort(byHeight),
    top: all.filter(({ strength }) => strength !== null).sort((a, b) => (a.strength ?? 0) - (b.strength ?? 0)),
  };
}

/**
 * The dice that follow from a pattern and the dice tapped so far: those that all its hands share.
 * Four red are four fours; of five of a kind the second die alike tells the other three.
 * @param {Record<string, Hand> | null} hands @param {Pick<Outcome, "pattern" | "bonus">} wanted @param {number[]} dice
 * @returns {number[]} the dice and what follows; the dice alone where no such hand holds them
 */
export function complete(hands, { pattern, bonus }, dice) {
  const has = counts(dice);
  const fitting = Object.entries(hands ?? {})
    .filter(([, hand]) => hand[0] === pattern && hand[1] === bonus)
    .map(([key]) => counts([...key].map(Number)))
    .filter((hand) => has.every((n, face) => n <= hand[face]));
  if (fitting.length === 0) return dice;
  const sure = has.map((n, face) => Math.min(...fitting.map((hand) => hand[face])) - n);
  return [...dice, ...sure.flatMap((n, face) => Array.from({ length: n }, () => face))];
}

/** @param {number[]} dice @returns {number[]} by face, 0 … 6 */
function counts(dice) {
  const found = [0, 0, 0, 0, 0, 0, 0];
  for (const face of dice) found[face] += 1;
  return found;
}
