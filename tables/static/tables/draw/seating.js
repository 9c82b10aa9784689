// @ts-check
/** A draw repeated in the browser, step by step as docs/verify_draw.py does and docs/seating.md says. */

import { Lots, joined, sha256 } from "./lots.js";

/**
 * @typedef {{people: number[], sizes: number[], first_table: number, spread: string, units: Record<string, number>,
 *   together: number[][], apart: number[][], fixed: Record<string, [number, number | null]>}} Plan
 * @typedef {{plan: Plan, plan_digest: string, commitment: string, secret: string, public_seed: string,
 *   seating: number[][]}} Draw
 * @typedef {{room: Map<number, number>, at: Map<number, number>}} Hall
 */

const text = new TextEncoder();

/** JSON with sorted keys and no blanks. @param {unknown} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, content]) => `${JSON.stringify(key)}:${canonical(content)}`).join(",")}}`;
}

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** What of a published draw holds: list, secret and seating against what was promised. @param {Draw} draw */
export async function checks(draw) {
  const digest = await sha256(text.encode(canonical(draw.plan)));
  const secret = bytes(draw.secret);
  const seed = await sha256(joined(secret, digest, text.encode(draw.public_seed.normalize("NFC"))));
  return {
    plan_digest: hex(digest) === draw.plan_digest,
    commitment: hex(await sha256(secret)) === draw.commitment,
    seating: canonical(await seated(draw.plan, seed)) === canonical(draw.seating),
  };
}

/** The seating, or null of a plan that cannot be seated. @param {Plan} plan @param {Uint8Array} seed */
async function seated(plan, seed) {
  try {
    return seating(plan, await Lots.from(seed, 4 * plan.people.length + 64));
  } catch {
    return null;
  }
}

/** `[table, seat, person]` by table and seat. @param {Plan} plan @param {Lots} lots */
export function seating(plan, lots) {
  const sizes = new Map(plan.sizes.map((size, index) => [plan.first_table + index, size]));
  const fixed = new Map(Object.entries(plan.fixed).map(([person, place]) => [Number(person), place]));
  const { own, free } = ownSeats(sizes, fixed);
  /** @type {Hall} */
  const hall = {
    room: new Map([...free].map(([table, seats]) => [table, seats.length])),
    at: new Map([...own].map(([person, [table]]) => [person, table])),
  };
  seatGroups(plan, fixed, hall, lots);
  seatOthers(plan, hall, lots);
  const places = [...own].map(([person, [table, seat]]) => [table, seat, person]);
  for (const person of lots.drawn(plan.people.filter((one) => !own.has(one)))) {
    const table = need(hall.at.get(person));
    places.push([table, need(need(free.get(table)).shift()), person]);
  }
  return places.sort(([table, seat], [table2, seat2]) => table - table2 || seat - seat2);
}

/** Seats promised to one person alone, and the numbers left over.
 * @param {Map<number, number>} sizes @param {Plan["fixed"] extends Record<string, infer P> ? Map<number, P> : never} fixed */
function ownSeats(sizes, fixed) {
  /** @type {Map<string, number>} */
  const promised = new Map();
  for (const place of fixed.values()) promised.set(String(place), (promised.get(String(place)) ?? 0) + 1);
  /** @type {Map<number, [number, number]>} */
  const own = new Map();
  for (const [person, [table, seat]] of fixed) {
    const exists = seat !== null && seat >= 1 && seat <= (sizes.get(table) ?? 0);
    if (exists && promised.get(`${table},${seat}`) === 1) own.set(person, [table, seat]);
  }
  const free = new Map([...sizes].map(([table, size]) => {
    const seats = Array.from({ length: size }, (_, index) => index + 1);
    return [table, seats.filter((seat) => promised.get(`${table},${seat}`) !== 1)];
  }));
  return { own, free };
}

/** @param {Plan} plan @param {Map<number, [number, number | null]>} fixed @param {Hall} hall @param {Lots} lots */
function seatGroups(plan, fixed, hall, lots) {
  const wishers = new Set([...fixed.keys(), ...plan.together.flat(), ...plan.apart.flat()]);
  const order = new Map(lots.drawn([...wishers].sort((one, other) => one - other)).map((person, lot) => [person, lot]));
  /** @param {number} one @param {number} other */
  const byLot = (one, other) => need(order.get(one)) - need(order.get(other));
  const grouped = new Set(plan.together.flat());
  const alone = [...wishers].filter((person) => !grouped.has(person)).map((person) => [person]);
  const groups = [...plan.together, ...alone].map((group) => [...group].sort(byLot));
  /** @param {number[]} group */
  const isFixed = (group) => Number(group.some((person) => fixed.has(person)));
  groups.sort((one, other) => isFixed(other) - isFixed(one) || other.length - one.length || byLot(one[0], other[0]));
  const rivals = rivalsOf(plan);
  const tight = 2 * wishers.size > plan.people.length;
  for (const group of groups) {
    const wanted = group.flatMap((person) => fixed.get(person)?.[0] ?? []);
    seatGroup(group, new Set(wanted), rivals, hall, lots, tight);
  }
}

/** @param {Plan} plan */
function rivalsOf(plan) {
  /** @type {Map<number, Set<number>>} */
  const rivals = new Map();
  for (const wish of plan.apart) {
    for (const person of wish) rivals.set(person, new Set([...(rivals.get(person) ?? []), ...wish]));
  }
  return rivals;
}

/** @param {number[]} group @param {Set<number>} wanted @param {Map<number, Set<number>>} rivals @param {Hall} hall
 * @param {Lots} lots @param {boolean} tight */
function seatGroup(group, wanted, rivals, { room, at }, lots, tight) {
  for (;;) {
    const block = group.filter((person) => !at.has(person));
    if (!block.length) return;
    const own = new Set([...wanted, ...group.flatMap((person) => at.get(person) ?? [])]);
    const barred = new Set(block.flatMap((person) => [...(rivals.get(person) ?? [])].flatMap((one) => at.get(one) ?? [])));
    const tables = [...room.keys()].filter((table) => need(room.get(table)) > 0);
    const choices = [tables.filter((table) => own.has(table)), tables.filter((table) => !barred.has(table)), tables];
    const near = need(choices.find((some) => some.length));
    const most = Math.max(...near.map((table) => need(room.get(table))));
    const part = Math.ceil(block.length / Math.ceil(block.length / most));
    let fits = near.filter((table) => need(room.get(table)) >= part);
    const least = Math.min(...fits.map((table) => need(room.get(table))));
    if (tight) fits = fits.filter((table) => room.get(table) === least);
    let lot = lots.below(fits.reduce((sum, table) => sum + need(room.get(table)), 0));
    const table = need(fits.find((one) => (lot -= need(room.get(one))) < 0));
    for (const person of block.slice(0, part)) at.set(person, table);
    room.set(table, need(room.get(table)) - part);
  }
}

/** @param {Plan} plan @param {Hall} hall @param {Lots} lots */
function seatOthers(plan, { room, at }, lots) {
  const others = lots.drawn(plan.people.filter((person) => !at.has(person)));
  const units = lots.drawn([...new Set(Object.values(plan.units))].sort((one, other) => one - other));
  const rank = new Map(units.map((unit, lot) => [unit, lot]));
  /** @param {number} person */
  const rankOf = (person) => rank.get(plan.units[person]) ?? 0;
  others.sort((one, other) => rankOf(one) - rankOf(other));
  const tables = lots.drawn(room.keys());
  let slots = tables.flatMap((table) => Array.from({ length: need(room.get(table)) }, (_, lap) => ({ table, lap })));
  if (plan.spread === "mixed") {
    slots.sort((one, other) => one.lap - other.lap);
    const start = lots.below(slots.length || 1);
    slots = [...slots.slice(start), ...slots.slice(0, start)];
  }
  if (slots.length !== others.length) throw new RangeError("as many seats as people");
  others.forEach((person, index) => at.set(person, slots[index].table));
}

/** @template T @param {T | undefined} value @returns {T} */
function need(value) {
  if (value === undefined) throw new TypeError("the plan does not hold together");
  return value;
}
