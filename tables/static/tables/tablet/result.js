// @ts-check
/**
 * What the page says in the middle: what the six dice are, or what is to be done now. Pure: words in, words out.
 *
 * @import { Said } from "./undo.js"
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { isTop } from "./classify.js";
import { isEmpty, isReady, missing } from "./draft.js";
import { outcomeOf, saidBy, saidIn } from "./undo.js";
import { outcomeWord, patternWord } from "./words.js";

/**
 * `choices` are names of actions that the page offers beside the words.
 * @typedef {{ name: string, lines: string[], tone: "top" | "prize" | "plain" | "quiet" | "notice", choices: string[] }} Told
 */

/** @param {Model} model @param {Words} t @returns {Told} */
export function resultOf(model, t) {
  const { draft } = model;
  if (!isEmpty(draft) && model.strayed) return strayed(model, t);
  if (draft.kind !== "throw") return chosen(model, t);
  if (isReady(draft)) return thrown(model, t);
  if (model.way === "tops") return told(t("result.which_top"), [], "quiet");
  const back = model.isQuick && model.way === "dice" ? ["patterns"] : [];
  if (!isEmpty(draft)) return told(t("result.missing", { n: missing(draft) }), [], "quiet", back);
  if (back.length > 0) return told(t("result.empty"), [], "quiet", back);
  return notice(model, t) ?? lastResult(model, t);
}

/** The word on the button that records. @param {Model} model @param {Words} t */
export function recordWord(model, t) {
  const { draft, outcome } = model;
  if (isEmpty(draft) && model.way !== "dice") return t("record.choose");
  if (!isReady(draft)) return t("record.missing", { n: missing(draft) });
  if (draft.kind !== "throw") return t("record.named", { name: t(`kind.${draft.kind}`) });
  return t("record.named", { name: outcome ? outcomeWord(t, outcome) : t("record.throw") });
}

/** An entry in a few words: 5 号 四进. @param {Model} model @param {Words} t @param {Said} said */
export function saidWord(model, t, said) {
  const { kind, id, rank } = said;
  const outcome = outcomeOf(model, said);
  const what = outcome ? outcomeWord(t, outcome) : t(`kind.${kind}`);
  const who = id === null ? "" : `${model.player(id)?.label ?? id} `;
  return `${who}${what}${rank ? ` ${t(`rank.${rank}`)}` : ""}`;
}

/** The line beside the undo button. @param {Model} model @param {Words} t */
export function lastLine(model, t) {
  const item = model.outbox.items[model.outbox.items.length - 1];
  if (item?.note.undoes) {
    const { kind, id } = item.note.undoes;
    return t("last.undoing", { what: saidWord(model, t, { kind, id, dice: null }) });
  }
  if (item) return t("last.unconfirmed", { what: saidWord(model, t, saidBy(item)) });
  if (model.state?.last) return saidWord(model, t, saidIn(model.state.last, model.hands));
  return t(model.canReopen ? "last.opened" : "last.none");
}

/** @param {string} name @param {string[]} lines @param {Told["tone"]} tone @param {string[]} choices @returns {Told} */
function told(name, lines, tone, choices = []) {
  return { name, lines, tone, choices };
}

/** @param {Model} model @param {Words} t */
function strayed(model, t) {
  const owner = model.player(model.draft.owner)?.label ?? "";
  const turn = model.player(model.turns.turn)?.label ?? "";
  return told(t("stray.name", { who: turn }), [t("stray.line", { owner, who: turn })], "notice", ["clear", "adopt"]);
}

/** @param {Model} model @param {Words} t */
function chosen({ draft, config }, t) {
  const effect = config.rules.overflow ?? "unknown";
  const line = draft.kind === "overflow" ? `what.overflow_${effect}` : `what.${draft.kind}`;
  return told(t(`kind.${draft.kind}`), [t(line, { reason: draft.reason })], "plain");
}

/** @param {Model} model @param {Words} t */
function thrown(model, t) {
  const { outcome, state } = model;
  if (!outcome || !state) return told(t("result.no_table"), [t("result.no_table_line")], "plain");
  const tone = isTop(outcome) ? "top" : outcome.pattern ? "prize" : "plain";
  return told(outcomeWord(t, outcome), model.adapter.gains(state, outcome, model.turns.turn), tone);
}

/** @param {Model} model @param {Words} t @returns {Told | null} */
function notice(model, t) {
  const { state, outbox } = model;
  if (!model.config.canRecord) return told(t("readonly.name"), [t("readonly.line")], "notice");
  if (state?.propose_lower_bar) return told(t("propose.name"), [t("propose.line")], "notice", ["lower_bar", "appoint"]);
  const face = model.clock.face(state?.clock);
  if (face?.level === "over" && !state?.time_up) return told(t("over.name"), [t("over.line")], "notice", ["time_up"]);
  if (!outbox.durable && outbox.items.length > 0) return told(t("disk.name"), [t("disk.line")], "notice");
  return null;
}

/** @param {Model} model @param {Words} t */
function lastResult(model, t) {
  const { state, outbox } = model;
  const last = state?.last;
  if (!state || !last || outbox.items.length > 0 || model.draft.restored) return told(t(model.way === "patterns" ? "result.empty_quick" : "result.empty"), [], "quiet");
  const did = model.adapter.did(state, last);
  const title = last.kind === "throw" ? patternWord(t, last.pattern) : t(`kind.${last.kind}`);
  const id = saidIn(last, model.hands).id;
  const who = id === null ? "" : `${model.player(id)?.label ?? ""} `;
  return told(t("result.last", { what: who + title }), [did || t(last.kind === "throw" ? "did.nothing" : "did.done")], "quiet");
}
