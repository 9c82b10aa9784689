// @ts-check
/**
 * Calling somebody from the floor desk: a reason, and a note for who wants one. It needs the line; nothing is queued.
 *
 * @import { Page } from "./sheets.js"
 */
import { el, press, setText } from "./dom.js";
import { clockTime } from "./view-head.js";

const REASONS = ["dispute", "prizes", "dice", "tablet", "person", "other"];

/** @param {Page} page */
export function helpSheet(page) {
  return page.model.state?.help ? calledSheet(page) : callSheet(page);
}

/** @param {Page} page */
function callSheet({ model, t, sheet }) {
  const error = el("p", { class: "trouble", role: "alert" });
  const note = /** @type {HTMLInputElement} */ (el("input", { type: "text", maxlength: "120", id: "help-note", autocomplete: "off" }));
  const call = async (/** @type {string} */ reason) => {
    const refused = await model.ask("help/", { reason, note: note.value.trim() });
    if (!refused) return sheet.close();
    setText(error, refused.detail || t("help.unreachable"));
  };
  const reasons = REASONS.map((name) => press("choice", () => void call(name), el("b", {}, t(`help.${name}`))));
  sheet.show(t("help.title"), [
    el("div", { class: "field" }, el("label", { for: "help-note" }, t("help.note")), note),
    el("p", {}, t("help.line")),
    el("div", { class: "choices" }, ...reasons),
    error,
  ]);
}

/** @param {Page} page */
function calledSheet({ model, t, sheet }) {
  const { reason = "", called_at = "" } = model.state?.help ?? {};
  const error = el("p", { class: "trouble", role: "alert" });
  const withdraw = async () => {
    const refused = await model.ask("help/", null, { help: null });
    if (!refused) return sheet.close();
    setText(error, refused.detail || t("help.unreachable"));
  };
  sheet.show(t("help.title"), [
    el("p", { class: "conflict__what" }, t("help.waiting", { time: clockTime(called_at, model.config.language) })),
    el("p", {}, t(`help.${reason}`)),
    error,
    el("div", { class: "actions" }, sheet.closer("sheet.close"), press("btn btn--primary", () => void withdraw(), t("help.withdraw"))),
  ]);
}
