// @ts-check
/**
 * Everything rarer than a throw: leaving, returning, time up, lowering the bar, appointing; in a heat withdrawing and
 * deciding. Each says first what it will do, and asks once.
 *
 * @import { Action, Player } from "./types.js"
 * @import { Model } from "./model.js"
 * @import { Page } from "./sheets.js"
 */
import { el, press } from "./dom.js";

/** @param {Page} page */
export function moreSheet(page) {
  const { model, t, sheet } = page;
  const entry = (/** @type {Action} */ action) => {
    const open = press("choice", () => actionSheet(page, action), el("b", {}, t(`kind.${action.kind}`)), el("span", {}, t(`what.${action.kind}`)));
    open.toggleAttribute("disabled", !possible(model, action));
    open.dataset.kind = action.kind;
    return open;
  };
  sheet.show(t("more.title"), [el("div", { class: "choices" }, ...model.adapter.actions.map(entry))]);
}

/** @param {Model} model @param {Action} action */
function possible({ state, players }, { kind, asks }) {
  if (kind === "time_up") return !state?.time_up;
  return !asks.includes("absent") || players.some((player) => player.out);
}

/** One action: what it will do, whom or what it is about, and the one question. @param {Page} page @param {Action} action @param {boolean} [alone] */
export function actionSheet(page, action, alone = false) {
  const { model, t, sheet } = page;
  const { kind, asks } = action;
  const said = { id: /** @type {string | null} */ (null), rank: "", reason: "" };
  const go = press("btn btn--primary btn--large", confirm, "");
  const people = asks.some((ask) => ask !== "rank" && ask !== "reason") ? among(model, action) : [];
  const picks = [
    ...people.map((player) => pick(player.id, [el("b", {}, player.short), el("span", {}, player.name)], () => (said.id = player.id))),
    ...(asks.includes("rank") ? model.config.lowerRanks : []).map((rank) => pick(rank, [el("b", {}, t(`rank.${rank}`))], () => (said.rank = rank))),
  ];
  const reason = asks.includes("reason") ? /** @type {HTMLInputElement} */ (el("input", { type: "text", maxlength: "200", id: "reason", autocomplete: "off" })) : null;
  reason?.addEventListener("input", () => {
    said.reason = reason.value.trim();
    word();
  });

  /** @param {string} id @param {Node[]} content @param {() => void} choose */
  function pick(id, content, choose) {
    const node = press("pick", () => {
      choose();
      for (const other of picks) other.setAttribute("aria-pressed", String(other === node));
      word();
    }, ...content);
    node.setAttribute("aria-pressed", "false");
    node.dataset.pick = id;
    return node;
  }

  function complete() {
    const subject = (people.length === 0 || said.id !== null) && (!asks.includes("rank") || said.rank !== "");
    return subject && (!reason || said.reason.length >= 2);
  }

  function word() {
    const player = model.player(said.id);
    const who = player ? `${player.label} ${player.name}` : said.rank ? t(`rank.${said.rank}`) : "";
    go.textContent = !complete() ? t("opening.incomplete") : who ? t("more.do_who", { what: t(`kind.${kind}`), who }) : t("more.do", { what: t(`kind.${kind}`) });
    go.setAttribute("aria-disabled", String(!complete()));
  }

  function confirm() {
    if (!complete()) return;
    sheet.close();
    model.enter({ kind, ...(said.rank ? { rank: said.rank } : {}), ...(said.reason ? { reason: said.reason } : {}) }, said.id);
  }

  word();
  const ask = reason ? el("div", { class: "field" }, el("label", { for: "reason" }, t("more.reason")), reason) : null;
  const content = [el("p", {}, t(`what.${kind}`)), el("div", { class: "picks" }, ...picks), ask, el("div", { class: "actions" }, go)];
  sheet.show(t(`kind.${kind}`), content, alone ? {} : { back: () => moreSheet(page) });
}

/** @param {Model} model @param {Action} action @returns {Player[]} */
function among({ players }, { asks }) {
  if (asks.includes("anybody")) return players;
  return players.filter((player) => player.out === asks.includes("absent"));
}
