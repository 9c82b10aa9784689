// @ts-check
/**
 * An entry the server did not take: what was entered here, what the server says, and the ways on.
 *
 * @import { Queued } from "./types.js"
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { byId, dice, el, press, setText } from "./dom.js";
import { saidWord } from "./result.js";
import { saidBy, saidIn } from "./undo.js";
import { uuid } from "./uuid.js";

const NEEDS_ANOTHER = new Set(["approval_needed", "reason_needed"]);
const FOR_ANOTHER = new Set(["throw", "overflow", "pass"]);

/** @param {Model} model @param {Words} t @param {{ approve: (item: Queued) => void }} on */
export function conflictView(model, t, on) {
  let drawn = "";
  return () => {
    const item = model.outbox.conflict;
    const shown = item ? `${item.key} ${model.outbox.items.length} ${model.state?.seq}` : "";
    if (!item || shown === drawn) {
      drawn = shown;
      return;
    }
    drawn = shown;
    byId("conflict-mine").replaceChildren(...mine(model, t, item));
    byId("conflict-theirs").replaceChildren(...theirs(model, t, item));
    setText(byId("conflict-behind"), behind(model, t));
    byId("conflict-choices").replaceChildren(...choices(model, t, item, on.approve));
    setText(byId("live"), `${t("conflict.title")} ${item.refused?.detail ?? ""}`);
  };
}

/** @param {Model} model @param {Words} t @param {Queued} item */
function mine(model, t, item) {
  const said = saidBy(item);
  const player = model.player(said.id);
  const at = new Date(item.entry.thrown_at).toLocaleTimeString(model.config.language, { hour12: false });
  return [
    el("p", { class: "conflict__what" }, saidWord(model, t, said)),
    said.dice ? dice(said.dice, said.dice.join(" ")) : null,
    el("p", {}, [player?.name, t("conflict.at", { time: at })].filter(Boolean).join(" · ")),
  ].filter((node) => node !== null);
}

/** @param {Model} model @param {Words} t @param {Queued} item */
function theirs(model, t, item) {
  const turn = item.refused?.expected?.turn;
  const expected = turn === null || turn === undefined ? null : model.player(String(turn));
  const last = model.state?.last;
  return [
    el("p", { class: "conflict__what" }, item.refused?.detail ?? ""),
    expected ? el("p", {}, t("conflict.expected", { who: `${expected.label} ${expected.name}` })) : null,
    last ? el("p", {}, t("conflict.last", { what: saidWord(model, t, saidIn(last, model.hands)) })) : null,
  ].filter((node) => node !== null);
}

/** @param {Model} model @param {Words} t */
function behind(model, t) {
  const waiting = model.outbox.items.length - 1;
  return waiting > 0 ? t("conflict.behind", { n: waiting }) : "";
}

/** @param {Model} model @param {Words} t @param {Queued} item @param {(item: Queued) => void} approve */
function choices(model, t, item, approve) {
  const { outbox } = model;
  const turn = item.refused?.expected?.turn;
  const other = turn === null || turn === undefined ? null : model.player(String(turn));
  const given = other && item.refused?.code === "not_your_turn" && FOR_ANOTHER.has(item.entry.kind) ? other : null;
  return [
    press("btn btn--primary", () => void outbox.discard(item), t("conflict.discard")),
    given ? press("btn", () => give(model, item, given.id), t("conflict.give", { who: given.label })) : null,
    NEEDS_ANOTHER.has(item.refused?.code ?? "") && outbox.items.length === 1 ? press("btn", () => approve(item), t("conflict.approve")) : null,
    press("btn", () => void outbox.retry(item), t("conflict.again")),
    outbox.items.length > 1 ? press("btn", () => void outbox.discardAll(), t("conflict.discard_all", { n: outbox.items.length })) : null,
  ].filter((node) => node !== null);
}

/** The same dice for whom the server expects: another entry, so with a UUID of its own. @param {Model} model @param {Queued} item @param {string} id */
function give(model, item, id) {
  const entry = { ...item.entry, ...model.adapter.entryFor(item.entry.kind, id), client_uuid: uuid() };
  void model.outbox.retry(item, entry, { id });
}
