// @ts-check
/**
 * What a recorded throw should have been: other dice, another pattern, or no throw at all.
 *
 * @import { Page } from "./sheets.js"
 * @import { Fields } from "./sheet-correct.js"
 */
import { die, el, press } from "./dom.js";
import { patterns } from "./quick.js";
import { correctSheet } from "./sheet-correct.js";
import { outcomeWord } from "./words.js";

/** @param {Page} page @param {{ seq: number, what: string }} target @param {any} entry as the log has it @param {() => void} back */
export function replaceSheet(page, target, entry, back) {
  const { model, t, sheet } = page;
  const here = () => replaceSheet(page, target, entry, back);
  const on = (/** @type {Fields} */ fields) => void correctSheet(page, target, fields, { back: here });
  const { seat } = entry;
  /** @type {number[]} */
  const faces = [];
  const shown = el("div", { class: "dice dice--large", "aria-live": "polite" });
  const go = press("btn btn--primary", () => faces.length === 6 && on({ kind: "throw", seat, dice: [...faces] }), "");
  const away = press("btn", () => tap(0), t("pad.back"));

  /** @param {number} face 0 takes the last one out */
  function tap(face) {
    if (face === 0) faces.pop();
    else if (faces.length < 6) faces.push(face);
    shown.replaceChildren(...Array.from({ length: 6 }, (_, i) => die(faces[i] ?? 0, faces[i] ? String(faces[i]) : "")));
    go.setAttribute("aria-disabled", String(faces.length < 6));
    go.textContent = faces.length < 6 ? t("record.missing", { n: 6 - faces.length }) : t("correct.preview");
  }

  const buttons = [1, 2, 3, 4, 5, 6].map((face) => press("face", () => tap(face), die(face, String(face))));
  const byPattern = entry.dice_seen === false ? patterns(model.hands, model.config.lowerRanks).plain : [];
  const picks = byPattern.map((outcome) =>
    press("pick", () => on({ kind: "throw", seat, pattern: outcome.pattern, bonus: outcome.bonus ?? "" }), el("b", {}, outcomeWord(t, outcome))),
  );
  tap(0);
  sheet.show(t("correct.title"), [
    el("p", { class: "conflict__what" }, target.what),
    picks.length > 0 ? el("h3", {}, t("correct.other_pattern")) : null,
    picks.length > 0 ? el("div", { class: "picks" }, ...picks) : null,
    el("h3", {}, t("correct.other_dice")),
    shown,
    el("div", { class: "faces" }, ...buttons),
    el("div", { class: "actions" }, away, go),
    el("div", { class: "actions" }, press("btn", () => on({ kind: "void" }), t("correct.void"))),
  ], { back });
}
