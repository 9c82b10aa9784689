// @ts-check
/**
 * The log of this bowl, newest first: what was entered, what it came to, what was taken back.
 *
 * @import { Page } from "./sheets.js"
 */
import { dice, el, press } from "./dom.js";
import { correctSheet } from "./sheet-correct.js";
import { replaceSheet } from "./sheet-replace.js";
import { saidWord } from "./result.js";
import { saidBy, saidIn } from "./undo.js";

const NEWEST = 40;

/** @param {Page} page */
export async function logSheet(page) {
  const { model, t, sheet } = page;
  const list = el("ol", { class: "log", "aria-busy": "true" }, el("li", {}, t("app.loading")));
  const unsent = [...model.outbox.items].reverse().map((item) =>
    el("li", { class: "log__entry is-unsent" }, el("b", {}, saidWord(model, t, saidBy(item))), el("span", { class: "tag" }, t("turn.unconfirmed"))),
  );
  sheet.show(t("log.title"), [unsent.length > 0 ? el("ol", { class: "log" }, ...unsent) : null, list]);
  const { http, body } = await model.api.get("entries/");
  list.removeAttribute("aria-busy");
  if (http !== 200) return list.replaceChildren(el("li", {}, t("log.unreachable")));
  const entries = [...(body.entries ?? [])].reverse();
  list.replaceChildren(...entries.slice(0, NEWEST).map((entry) => line(page, entry)));
  if (entries.length === 0) list.replaceChildren(el("li", {}, t("last.none")));
  if (entries.length > NEWEST) list.append(el("li", {}, t("log.older", { n: entries.length - NEWEST })));
}

/** @param {Page} page @param {any} entry */
function line(page, entry) {
  const { model, t } = page;
  const out = entry.superseded_by !== null && entry.superseded_by !== undefined;
  const said = saidIn(entry, model.hands);
  const what = entry.kind === "void" ? t("log.void", { n: entry.supersedes }) : saidWord(model, t, said);
  const did = entry.effect && model.state ? model.adapter.did(model.state, { ...entry, ...entry.effect }) : "";
  const nothing = entry.kind === "throw" && entry.effect?.strength === null && model.config.kind === "table" ? t("did.nothing") : "";
  const at = new Date(entry.thrown_at).toLocaleTimeString(model.config.language, { hour12: false });
  return el(
    "li",
    { class: out ? "log__entry is-out" : "log__entry" },
    el("span", { class: "log__seq" }, String(entry.seq)),
    el("b", {}, what),
    said.dice ? dice(said.dice, said.dice.join(" "), "dice--small") : null,
    el("span", { class: "log__did" }, [did || nothing, entry.reason].filter(Boolean).join(" · ")),
    out ? el("span", { class: "tag" }, t("log.out", { n: entry.superseded_by })) : null,
    el("span", { class: "log__at" }, at),
    !out && correctable(model, entry) ? press("btn log__correct", () => correct(page, entry, what), t("log.correct")) : null,
  );
}

/** @param {Page["model"]} model @param {any} entry */
function correctable({ config, canEnter }, { kind }) {
  return config.kind === "table" && canEnter && kind !== "void" && kind !== "reseat";
}

/** A throw may have been another one; anything else can only be taken back. @param {Page} page @param {any} entry @param {string} what */
function correct(page, entry, what) {
  const back = () => void logSheet(page);
  const target = { seq: entry.seq, what };
  if (entry.kind === "throw") replaceSheet(page, target, entry, back);
  else void correctSheet(page, target, { kind: "void" }, { back });
}
