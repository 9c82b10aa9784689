// @ts-check
/**
 * The patterns in place of the six faces: one tap says the throw, and at 状元 level the dice are asked.
 *
 * @import { Outcome } from "./types.js"
 * @import { Model, Way } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { byId, el, press } from "./dom.js";
import { patterns } from "./quick.js";
import { patternWord } from "./words.js";

/** @param {Model} model @param {Words} t */
export function quickView(model, t) {
  let drawn = "";
  return () => {
    document.body.dataset.way = model.way;
    const shown = JSON.stringify([model.way, model.draft.said, model.turns.turn !== null, model.hands !== null]);
    if (model.way === "dice" || shown === drawn) return;
    drawn = shown;
    const { plain, top } = patterns(model.hands, model.config.lowerRanks);
    const below = [...plain.map((outcome) => pattern(model, t, outcome)), way(model, "tops", "pattern pattern--top", t("quick.tops")), way(model, "dice", "pattern", t("quick.dice"))];
    const above = [...top.map((outcome) => pattern(model, t, outcome)), way(model, "dice", "pattern", t("quick.dice")), way(model, null, "pattern", t("sheet.back"))];
    byId("patterns").replaceChildren(...(model.way === "tops" ? above : below));
  };
}

/** @param {Model} model @param {Words} t @param {Outcome} outcome */
function pattern(model, t, outcome) {
  const { said } = model.draft;
  const chosen = said?.pattern === outcome.pattern && said.bonus === outcome.bonus;
  const bonus = outcome.bonus ? el("small", {}, t("quick.bonus", { bonus: t(`rank.${outcome.bonus}`) })) : null;
  const name = outcome.pattern === null ? t("quick.none") : patternWord(t, outcome.pattern);
  const look = outcome.strength === null ? "pattern" : "pattern pattern--top";
  const node = press(look, () => model.say(outcome), el("b", {}, name), bonus);
  node.dataset.pattern = [outcome.pattern ?? "none", outcome.bonus].filter(Boolean).join("+");
  node.setAttribute("aria-pressed", String(said !== null && chosen));
  node.setAttribute("aria-disabled", String(model.turns.turn === null));
  return node;
}

/** @param {Model} model @param {Way | null} to null back to where it begins @param {string} look @param {string} word */
function way(model, to, look, word) {
  const node = press(look, () => model.go(to), el("b", {}, word));
  node.dataset.way = to ?? "back";
  return node;
}
