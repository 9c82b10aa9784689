// @ts-check
/**
 * What is left, who leads, and what everybody holds.
 *
 * @import { Player, State } from "./types.js"
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { byId, dice, el, setText } from "./dom.js";
import { patternWord } from "./words.js";

const SQUARES = 8;

/** @param {Model} model @param {Words} t */
export function sideView(model, t) {
  /** @type {State | null} */
  let drawn = null;
  /** @type {string | null} */
  let drawnTurn = null;
  return () => {
    const { state } = model;
    const { turn, sure } = model.turns;
    setText(byId("stale"), sure ? "" : t("turn.unconfirmed"));
    if (!state || (state === drawn && turn === drawnTurn)) return;
    [drawn, drawnTurn] = [state, turn];
    byId("leader").replaceChildren(...leader(model, t, state));
    if (state.set) byId("stock").replaceChildren(...model.config.lowerRanks.map((rank) => stock(t, state, rank)));
    byId("players").replaceChildren(...model.players.map((player) => row(model, t, player, player.id === turn)));
  };
}

/** @param {Model} model @param {Words} t @param {State} state */
function leader(model, t, state) {
  if (model.config.kind === "heat") return [el("span", {}, target(t, state))];
  const lead = state.leader;
  const player = lead ? model.player(String(lead.seat)) : null;
  if (!lead || !player) return [el("span", { class: "muted" }, t("leader.none"))];
  const pattern = patternWord(t, lead.pattern);
  return [
    el("b", { class: "champion" }, `${player.label} ${pattern}`),
    el("span", { class: "side__leader-name" }, player.name),
    dice(lead.dice, lead.dice.join(" "), "dice--small"),
    state.locked === null || state.locked === undefined ? null : el("span", { class: "tag" }, t("leader.locked")),
  ].filter((node) => node !== null);
}

/** @param {Words} t @param {State} state */
function target(t, state) {
  const places = state.places > 1 ? t("heat.places", { n: state.places }) : "";
  const way = state.mode === "best" ? "best" : `${state.target}_${state.decide}`;
  return `${t(`heat.${way}`)} ${places}`.trim();
}

/** @param {Words} t @param {State} state @param {string} rank */
function stock(t, state, rank) {
  const total = state.set[rank] ?? 0;
  const left = state.phase === "waiting" ? total : (state.stock[rank] ?? 0);
  const name = t(`rank.${rank}`);
  const bar = total > SQUARES ? meter(left, total) : squares(left, total);
  const label = t("stock.left", { rank: name, left, total });
  const count = el("span", { class: "pile__count" }, `${left}/${total}`);
  const parts = [el("span", { class: "pile__name" }, name), bar, count];
  const look = left > 0 ? "pile" : "pile pile--out";
  return el("li", { class: look }, el("span", { role: "img", "aria-label": label, class: "pile__row" }, ...parts));
}

/** @param {number} left @param {number} total */
function squares(left, total) {
  const each = Array.from({ length: total }, (_, i) => el("i", i < left ? { class: "is-left" } : {}));
  return el("span", { class: "pile__squares" }, ...each);
}

/** @param {number} left @param {number} total */
function meter(left, total) {
  const bar = el("i");
  bar.style.width = `${Math.round((100 * left) / total)}%`;
  return el("span", { class: "pile__meter" }, bar);
}

/** @param {Model} model @param {Words} t @param {Player} player @param {boolean} inTurn */
function row(model, t, player, inTurn) {
  const mark = inTurn ? t("mark.turn") : player.mark;
  const look = ["player", inTurn ? "is-turn" : "", player.out ? "is-out" : ""].join(" ").trim();
  return el(
    "li",
    { class: look },
    el("b", { class: "player__label" }, player.short),
    el("span", { class: "player__name" }, player.name),
    mark ? el("span", { class: "tag" }, mark) : null,
    el("span", { class: "player__held" }, ...holdings(model, t, player)),
  );
}

/**
 * What somebody holds; what may still change hands is marked by a word and a dashed edge.
 * @param {Model} model @param {Words} t @param {Player} player
 */
export function holdings({ config, state }, t, player) {
  const open = state?.phase !== "ended";
  return config.ranks
    .filter((rank) => player.held[rank])
    .map((rank) => {
      const provisional = open && config.rules.movable.includes(rank);
      const look = rank === "zhuangyuan" ? "piece piece--top" : provisional ? "piece piece--provisional" : "piece";
      const word = t("held.pieces", { rank: t(`rank.${rank}`), n: player.held[rank] });
      return el("span", { class: look }, word, provisional ? el("small", {}, t("held.provisional")) : null);
    });
}
