// @ts-check
/**
 * The end: the champion, what everybody holds, and what stayed.
 *
 * @import { Player, State } from "./types.js"
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { byId, dice, el, setText } from "./dom.js";
import { undoable } from "./undo.js";
import { holdings } from "./view-side.js";
import { listed, patternWord } from "./words.js";

/** @param {Model} model @param {Words} t @param {{ undo: () => void, log: () => void }} on */
export function endView(model, t, on) {
  /** @type {State | null} */
  let drawn = null;
  byId("end-undo").addEventListener("click", on.undo);
  byId("end-log").addEventListener("click", on.log);
  return () => {
    const { state } = model;
    byId("end-undo").toggleAttribute("disabled", undoable(model) === null);
    if (!state || state === drawn) return;
    drawn = state;
    const winner = model.config.kind === "table" ? champion(model, t, state) : placed(model, t, state);
    byId("end-winner").replaceChildren(...winner);
    setText(byId("end-rest"), rest(model, t, state));
    if (model.config.kind === "heat") byId("end-players").replaceChildren(...model.players.map((player) => playerLine(model, t, player)));
    if (state.phase === "ended") setText(byId("live"), byId("end-winner").textContent ?? "");
  };
}

/** @param {Model} model @param {Words} t @param {State} state */
function champion(model, t, state) {
  const player = state.champion ? model.player(String(state.champion.seat)) : null;
  if (!player) return [el("p", { class: "winner__kind" }, t("end.no_champion")), el("p", {}, t("end.no_champion_line"))];
  const thrown = player.candidate?.dice ?? [];
  return [
    el("p", { class: "winner__kind" }, t("end.champion")),
    el("p", { class: "winner__name" }, player.name),
    what(player.label, state.champion.pattern ? patternWord(t, state.champion.pattern) : t("end.appointed")),
    thrown.length > 0 ? dice(thrown, thrown.join(" "), "dice--large") : null,
  ].filter((node) => node !== null);
}

/** @param {string} who @param {string} pattern */
function what(who, pattern) {
  return el("p", { class: "winner__what" }, who, " ", el("b", { class: "champion" }, pattern));
}

/** @param {Model} model @param {Words} t @param {State} state */
function placed(model, t, state) {
  const winners = state.entrants
    .filter((/** @type {any} */ entrant) => entrant.placed)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.placed - b.placed);
  if (winners.length === 0) return [el("p", { class: "winner__kind" }, t("end.nobody"))];
  return winners.flatMap((/** @type {any} */ entrant) => {
    const player = model.player(String(entrant.id));
    const thrown = entrant.hit ?? null;
    return [
      el("p", { class: "winner__kind" }, t("mark.placed", { place: entrant.placed })),
      el("p", { class: "winner__name" }, entrant.name),
      what(player?.unit ?? "", thrown ? patternWord(t, thrown.pattern) : ""),
      thrown?.dice ? dice(thrown.dice, thrown.dice.join(" "), "dice--large") : null,
    ].filter((node) => node !== null);
  });
}

/** @param {Model} model @param {Words} t @param {State} state */
function rest(model, t, state) {
  const lying = (/** @type {Record<string, number> | undefined} */ pieces) =>
    listed(t, model.config.ranks.filter((rank) => pieces?.[rank]).map((rank) => t("held.pieces", { rank: t(`rank.${rank}`), n: pieces?.[rank] ?? 0 })));
  const places = [["end.stock", lying(state.stock)], ["end.returned", lying(state.returned)], ["end.grabbed", lying(state.grabbed)]];
  return places.filter(([, pieces]) => pieces).map(([key, pieces]) => t(key, { pieces })).join(" ");
}

/** @param {Model} model @param {Words} t @param {Player} player */
export function playerLine(model, t, player) {
  const held = holdings(model, t, player);
  const nothing = model.config.kind === "table" && held.length === 0;
  return el(
    "li",
    { class: "player" },
    el("b", { class: "player__label" }, player.short),
    el("span", { class: "player__name" }, player.name),
    player.mark ? el("span", { class: "tag" }, player.mark) : null,
    el("span", { class: "player__held" }, ...(nothing ? [t("held.nothing")] : held)),
  );
}
