// @ts-check
/** @import { Adapter, Outcome, Player, State, Turn } from "./types.js" */
/** @import { Words } from "./words.js" */
import { goodsAfter, goodsBefore } from "./goods.js";
import { listed, patternWord } from "./words.js";

/**
 * A table of seats (RULEBOOK §4 to §7), as the tablet reads the server's state of it.
 * @param {Words} t
 * @param {Record<string, string[]>} goods what pieces give
 * @returns {Adapter}
 */
export function tableAdapter(t, goods = {}) {
  const label = (/** @type {string | number} */ id) => t("seat.label", { number: id });
  return {
    entryFor: (_kind, id) => (id === null ? {} : { seat: Number(id) }),
    players: (state) => state.seats.map((/** @type {any} */ seat) => player(t, state, seat)),
    turn: (state) => (state.turn === null || state.turn === undefined ? null : String(state.turn)),
    line: (state) => lineOf(state, "seat"),
    actions: [
      { kind: "leave", asks: ["present"] },
      { kind: "return", asks: ["absent"] },
      { kind: "time_up", asks: [] },
      { kind: "lower_bar", asks: ["rank"] },
      { kind: "appoint", asks: ["anybody", "reason"] },
    ],
    gains: (state, outcome) => [...gains(t, state, outcome), ...given(t, goodsBefore(goods, state, outcome))],
    did: (state, last) => {
      const won = (last?.won ?? []).map((/** @type {any} */ won) => wonText(t, label, won));
      return listed(t, [...won, ...given(t, goodsAfter(goods, state, last?.won ?? []))]);
    },
  };
}

/**
 * The upcoming turns with the present one in front.
 * @param {State} state @param {string} field of a turn that names its player
 * @returns {Turn[]}
 */
export function lineOf(state, field) {
  const turn = state.turn === null || state.turn === undefined ? null : String(state.turn);
  if (turn === null) return [];
  const line = (state.next ?? []).map((/** @type {any} */ next) => ({ id: String(next[field]), skipped: Boolean(next.skipped) }));
  const first = line[0];
  return first && first.id === turn && !first.skipped ? line : [{ id: turn, skipped: false }, ...line];
}

/** @param {Words} t @param {State} state @param {any} seat @returns {Player} */
function player(t, state, seat) {
  const leads = state.leader?.seat === seat.number;
  const champion = state.champion?.seat === seat.number;
  return {
    id: String(seat.number),
    label: t("seat.label", { number: seat.number }),
    short: t("seat.short", { number: seat.number }),
    name: seat.name,
    unit: seat.unit ?? "",
    out: Boolean(seat.left),
    absent: seat.absent,
    skip: Boolean(seat.skip),
    held: seat.held ?? {},
    candidate: seat.candidate ?? null,
    mark: champion ? t("mark.champion") : leads ? t("mark.leads") : seat.left ? t("mark.left") : seat.skip ? t("mark.skip") : "",
  };
}

/**
 * What a throw promises by the stock there is. What it really took is the server's to say.
 * @param {Words} t @param {State} state @param {Outcome} outcome
 */
function gains(t, state, outcome) {
  const lines = [];
  if (outcome.strength !== null) lines.push(challenge(t, state, outcome.strength));
  else if (outcome.pattern === null) lines.push(t("gain.nothing"));
  else lines.push(fromStock(t, state, outcome.pattern));
  if (outcome.bonus) lines.push(t("gain.bonus", { gain: fromStock(t, state, outcome.bonus) }));
  return lines;
}

/** @param {Words} t @param {State} state @param {string} rank */
function fromStock(t, state, rank) {
  const left = state.stock?.[rank] ?? 0;
  const name = t(`rank.${rank}`);
  return left > 0 ? t("gain.piece", { rank: name, left: left - 1 }) : t("gain.none_left", { rank: name });
}

/** @param {Words} t @param {State} state @param {number} strength */
function challenge(t, state, strength) {
  const leader = state.leader;
  if (!leader) return t("gain.first_candidate");
  const seat = state.seats.find((/** @type {any} */ seat) => seat.number === leader.seat);
  const who = { who: t("seat.label", { number: leader.seat }), pattern: patternWord(t, leader.pattern) };
  if (state.locked) return t("gain.locked", who);
  return t(strength > (seat?.candidate?.strength ?? 0) ? "gain.stronger" : "gain.weaker", who);
}

/** The line that says what to hand out. @param {Words} t @param {string[]} names */
function given(t, names) {
  return names.length > 0 ? [t("goods.give", { goods: listed(t, names) })] : [];
}

/** @param {Words} t @param {(id: string) => string} label @param {[string, string, number]} won */
function wonText(t, label, [rank, source, pieces]) {
  const values = { rank: t(`rank.${rank}`), pieces };
  const seat = /(\d+)$/.exec(String(source))?.[1];
  return seat ? t("did.from_seat", { ...values, who: label(seat) }) : t("did.from_stock", values);
}
