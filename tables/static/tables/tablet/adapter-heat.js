// @ts-check
/** @import { Adapter, Outcome, Player, State } from "./types.js" */
/** @import { Words } from "./words.js" */
import { lineOf } from "./adapter-table.js";
import { isTop } from "./classify.js";
import { patternWord } from "./words.js";

/**
 * A heat of a play-off (RULEBOOK §9): entrants in the order of their lots instead of seats.
 * @param {Words} t
 * @returns {Adapter}
 */
export function heatAdapter(t) {
  return {
    entryFor: (_kind, id) => (id === null ? {} : { entrant: id }),
    players: (state) => state.entrants.map((/** @type {any} */ entrant) => player(t, entrant)),
    turn: (state) => (state.turn === null || state.turn === undefined ? null : String(state.turn)),
    line: (state) => lineOf(state, state.next?.[0]?.entrant === undefined ? "seat" : "entrant"),
    actions: [
      { kind: "withdraw", asks: ["present"] },
      { kind: "decide", asks: ["present", "reason"] },
    ],
    gains: (state, outcome) => [hits(state, outcome) ? hitText(t, state) : t("gain.no_hit")],
    did: (state, last) => {
      const entrant = state.entrants.find((/** @type {any} */ e) => String(e.id) === String(last?.entrant));
      if (entrant?.placed && last?.kind !== "withdraw") return t("did.placed", { name: entrant.name, place: entrant.placed });
      return last?.hit ? t("did.hit") : "";
    },
  };
}

/** @param {Words} t @param {any} entrant @returns {Player} */
function player(t, entrant) {
  const placed = entrant.placed ? t("mark.placed", { place: entrant.placed }) : "";
  const hit = entrant.hit ? t("mark.hit", { pattern: patternWord(t, entrant.hit.pattern) }) : "";
  return {
    id: String(entrant.id),
    label: t("lot.label", { number: entrant.lot }),
    short: t("lot.short", { number: entrant.lot }),
    name: entrant.name,
    unit: [entrant.table ? t("table.label", { number: entrant.table }) : "", entrant.unit ?? ""].filter(Boolean).join(" "),
    out: Boolean(entrant.placed || entrant.withdrawn),
    skip: Boolean(entrant.skip),
    held: {},
    candidate: entrant.hit ? { strength: null, ...entrant.hit } : null,
    mark: placed || (entrant.withdrawn ? t("mark.withdrawn") : hit || (entrant.skip ? t("mark.skip") : "")),
  };
}

/** @param {State} state @param {Outcome} outcome */
function hits(state, outcome) {
  return state.target === "duitang" ? outcome.pattern === "duitang" : isTop(outcome);
}

/** @param {Words} t @param {State} state */
function hitText(t, state) {
  return t(state.mode === "race" && state.decide === "immediate" ? "gain.wins" : "gain.hit");
}
