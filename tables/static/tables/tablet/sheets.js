// @ts-check
/**
 * What opens over the page: reasons for a rethrow and for an undo, a second look, everybody, the menu, the connection.
 *
 * @import { Player } from "./types.js"
 * @import { Model } from "./model.js"
 * @import { Sheet } from "./sheet.js"
 * @import { Words } from "./words.js"
 */
import { dice, el, press } from "./dom.js";
import { shown } from "./draft.js";
import { saidWord } from "./result.js";
import { saidBy } from "./undo.js";
import { holdings } from "./view-side.js";

const REASONS = ["stacked", "leaning", "touched", "fewer"];
export const UNDO_REASONS = ["misread", "mistapped", "disputed"];

/** @typedef {{ model: Model, t: Words, sheet: Sheet }} Page */

/** Dice stacked, leaning, touched: one tap on the reason, then it is recorded like a throw. @param {Page} page */
export function rethrowSheet({ model, t, sheet }) {
  const pick = (/** @type {string} */ reason) => {
    model.choose("rethrow", reason);
    sheet.close();
  };
  const reasons = REASONS.map((name) => press("choice", () => pick(t(`reason.${name}`)), el("b", {}, t(`reason.${name}`))));
  sheet.show(t("kind.rethrow"), [el("p", {}, t("what.rethrow_why")), el("div", { class: "choices" }, ...reasons)]);
}

/** Patterns that come once in a thousand evenings are looked at twice. @param {Page} page @param {string} name @param {string[]} lines */
export function secondLook({ model, t, sheet }, name, lines) {
  const faces = shown(model.draft);
  const record = () => {
    sheet.close();
    model.record();
  };
  sheet.show(t("rare.title"), [
    el("div", { class: "rare" }, dice(faces, faces.join(" "), "dice--large"), el("p", { class: "rare__name" }, name)),
    ...lines.map((line) => el("p", {}, line)),
    el("p", {}, t("rare.line")),
    el("div", { class: "actions" }, sheet.closer("rare.no"), press("btn btn--primary", record, t("rare.yes", { name }))),
  ]);
}

/**
 * Undoing the end of a table or twice in a row asks once; undoing a 状元 throw asks why.
 * @param {Page} page @param {string} what @param {boolean} why @param {(reason: string) => void} then
 */
export function undoSheet({ model, t, sheet }, what, why, then) {
  const go = (/** @type {string} */ reason) => {
    sheet.close();
    then(reason);
  };
  const reasons = why ? UNDO_REASONS.map((name) => t(`reason.${name}`)) : [];
  const asked = reasons.map((reason) => press("choice", () => go(reason), el("b", {}, reason)));
  const yes = why ? null : press("btn btn--primary", () => go(""), t("undo.yes", { what }));
  sheet.show(t("undo.title"), [
    el("p", {}, t("undo.line", { what })),
    model.state?.objections ? el("p", { class: "needs" }, t("sign.objections", { n: model.state.objections })) : null,
    why ? el("p", {}, t("undo.why")) : null,
    why ? el("div", { class: "choices" }, ...asked) : null,
    el("div", { class: "actions" }, sheet.closer("undo.no"), yes ?? ""),
  ]);
}

/** Nothing recorded yet: who throws first can be chosen again. @param {Page} page */
export function reopenSheet({ model, t, sheet }) {
  const go = () => {
    sheet.close();
    void model.open(null);
  };
  const yes = press("btn btn--primary", go, t("undo.yes", { what: t("last.opened") }));
  sheet.show(t("undo.title"), [el("p", {}, t("undo.opening")), el("div", { class: "actions" }, sheet.closer("undo.no"), yes)]);
}

/** The whole table, for screens too small to show it beside the bowl. @param {Page} page */
export function playersSheet({ model, t, sheet }) {
  const line = (/** @type {Player} */ player) =>
    el("li", { class: "player" }, el("b", { class: "player__label" }, player.short), el("span", { class: "player__name" }, player.name),
      player.mark ? el("span", { class: "tag" }, player.mark) : null,
      el("span", { class: "player__held" }, ...holdings(model, t, player))); // prettier-ignore
  sheet.show(t("players.title"), [el("ul", { class: "players players--sheet" }, ...model.players.map(line))]);
}

/** The connection in words, and what has not been sent. @param {Page} page @param {string} link */
export function linkSheet({ model, t, sheet }, link) {
  const waiting = model.outbox.items.map((item) => el("li", {}, saidWord(model, t, saidBy(item))));
  const shut = ["forbidden", "missing", "released"].includes(link);
  const again = () => {
    sheet.close();
    void model.refresh();
  };
  const drop = () => {
    sheet.close();
    void model.outbox.discardAll();
  };
  sheet.show(t(`link.${link}`), [
    el("p", {}, model.closed?.detail || t(`link.${link}_line`)),
    el("p", {}, t("link.unsent_line", { n: waiting.length })),
    waiting.length > 0 ? el("ol", { class: "waiting" }, ...waiting) : null,
    shut && waiting.length > 0 ? el("p", {}, t("link.drop_line")) : null,
    el("div", { class: "actions" }, shut && waiting.length > 0 ? press("btn", drop, t("link.drop", { n: waiting.length })) : "", press("btn btn--primary", again, t("link.try"))),
  ]);
}

/** Everything about the page itself. @param {Page} page @param {{ log: () => void, link: () => void, help: () => void, bell: import("./alarm.js").Bell }} on */
export function menuSheet(page, on) {
  const { model, t, sheet } = page;
  const entry = (/** @type {string} */ key, /** @type {() => void} */ open) =>
    press("choice", open, el("b", {}, t(`menu.${key}`)), el("span", {}, t(`menu.${key}_line`)));
  const { backUrl } = model.config;
  const back = backUrl ? el("a", { class: "choice", href: backUrl }, el("b", {}, t("menu.back")), el("span", {}, t("menu.back_line"))) : null;
  const sound = () => {
    on.bell.mute(!on.bell.muted);
    on.bell.ring("low"); // so it sounds
    menuSheet(page, on);
  };
  const full = () => {
    sheet.close();
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  };
  sheet.show(t("menu.title"), [
    el(
      "div",
      { class: "choices" },
      entry("log", on.log),
      ...(model.config.kind === "table" ? [entry("help", on.help)] : []),
      entry("players", () => playersSheet(page)),
      entry("link", on.link),
      entry(on.bell.muted ? "sound_on" : "sound_off", sound),
      ...(document.fullscreenEnabled ? [entry("full", full)] : []),
      ...(back ? [back] : []),
    ),
  ]);
}
