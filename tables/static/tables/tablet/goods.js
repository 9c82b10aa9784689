// @ts-check
/**
 * Which goods a referee hands out. Pieces of a rank leave the stock in the order of their numbers, so what is left says
 * which piece is next and which were the last.
 *
 * @import { Outcome, State } from "./types.js"
 */

const MOST_NAMED = 4;

/**
 * What a throw would take out of the stock, in goods.
 * @param {Record<string, string[]>} goods @param {State} state @param {Outcome} outcome
 */
export function goodsBefore(goods, state, { pattern, bonus, strength }) {
  const ranks = [strength === null ? pattern : null, bonus];
  const taken = ranks.flatMap((rank) => (rank && (state.stock?.[rank] ?? 0) > 0 ? [named(goods, state, rank, 0, 1)] : []));
  return counted(taken.flat());
}

/**
 * What the last entry took out of the stock, in goods; what it took from others they have in their hands.
 * @param {Record<string, string[]>} goods @param {State} state @param {[string, string, number][]} won
 */
export function goodsAfter(goods, state, won) {
  const fromStock = won.filter(([, source]) => source === "stock");
  return counted(fromStock.flatMap(([rank, , pieces]) => named(goods, state, rank, -pieces, pieces)));
}

/**
 * The goods of some pieces of a rank, counted from the next one to leave the stock.
 * @param {Record<string, string[]>} goods @param {State} state @param {string} rank @param {number} from @param {number} pieces
 */
function named(goods, state, rank, from, pieces) {
  const next = (state.set?.[rank] ?? 0) - (state.stock?.[rank] ?? 0) + from;
  return (goods[rank] ?? []).slice(Math.max(0, next), next + pieces).filter(Boolean);
}

/** Each of the names once, with how often where it is more than once; not so many that nobody reads them. @param {string[]} names */
function counted(names) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const each = [...times].map(([name, n]) => (n > 1 ? `${name} ×${n}` : name));
  return each.length > MOST_NAMED ? [...each.slice(0, MOST_NAMED), "…"] : each;
}
