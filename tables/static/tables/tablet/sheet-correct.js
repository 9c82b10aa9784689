// @ts-check
/**
 * Correcting a recorded entry: what would change is said by the server first, then a reason, and at 状元 level somebody
 * else's PIN. It goes straight to the server or not at all: a PIN is never kept on the tablet.
 *
 * @import { Entry } from "./types.js"
 * @import { Page } from "./sheets.js"
 * @typedef {Pick<Entry, "kind"> & Partial<Entry>} Fields
 */
import { el, press, setText } from "./dom.js";
import { numberPad, PIN_LENGTH } from "./pad.js";
import { saidWord } from "./result.js";
import { saidIn } from "./undo.js";
import { UNDO_REASONS } from "./sheets.js";
import { listed, patternWord } from "./words.js";

/**
 * @param {Page} page @param {{ seq: number, what: string }} target @param {Fields} fields what stands in its place; a void takes it back
 * @param {{ back?: () => void, done?: () => void }} [options]
 */
export async function correctSheet(page, { seq, what }, fields, { back, done } = {}) {
  const { model, t, sheet } = page;
  const title = t(fields.kind === "void" ? "correct.void_title" : "correct.title");
  const now = fields.kind === "void" ? "" : saidWord(model, t, saidIn({ ...fields, dice_seen: true }, model.hands));
  const head = el("p", { class: "conflict__what" }, now ? t("correct.from_to", { what, now }) : what);
  sheet.show(title, [head, el("p", { "aria-busy": "true" }, t("app.loading"))], { back });
  const asked = { ...fields, supersedes: seq };
  if (model.outbox.items.length > 0) return sheet.show(title, [head, trouble(t("correct.unsent"))], { back });
  const { http, body } = await model.api.post("corrections/preview/", asked);
  if (!sheet.isOpen) return;
  if (http !== 200) return sheet.show(title, [head, trouble(body?.detail || t("correct.unreachable"))], { back });
  sheet.show(title, [head, ...changes(page, body), ...form(page, asked, body, done)], { back });
}

/** @param {Page} page @param {any} preview what the server says would change */
function changes({ model, t }, preview) {
  const place = (/** @type {string} */ where) => (where.startsWith("seat ") ? t("seat.label", { number: where.slice(5) }) : t(`place.${where}`));
  const pieces = preview.pieces.map((/** @type {any} */ piece) =>
    el("li", {}, t("correct.piece", { rank: t(`rank.${piece.rank}`), from: place(piece.from), to: place(piece.to) })),
  );
  const { before, after } = preview.champion;
  const who = (/** @type {any} */ champion) => (champion ? `${model.player(String(champion.seat))?.label ?? ""} ${champion.pattern ? patternWord(t, champion.pattern) : ""}`.trim() : t("leader.none"));
  const champion = before?.seat === after?.seat && before?.pattern === after?.pattern ? [] : [t("correct.champion", { before: who(before), after: who(after) })];
  const seat = (/** @type {number | null} */ number) => (number === null ? t("leader.none") : t("seat.label", { number }));
  const { leader: lead } = preview;
  const leader = lead.before === lead.after ? [] : [t("correct.leader", { before: seat(lead.before), after: seat(lead.after) })];
  const reopened = preview.ended.before && !preview.ended.after ? [t("correct.reopens")] : [];
  const impossible = preview.impossible.length > 0 ? [t("correct.impossible", { entries: listed(t, preview.impossible.map((/** @type {any} */ one) => String(one.seq))) })] : [];
  const handed = (preview.handed_over ?? []).length > 0 ? [t("correct.handed_over")] : [];
  const lines = [...champion, ...leader, ...reopened, ...handed, ...impossible].map((text) => el("li", {}, el("b", {}, text)));
  const list = [...lines, ...pieces];
  return [el("h3", {}, t("correct.changes")), list.length > 0 ? el("ul", { class: "changes" }, ...list) : el("p", {}, t("correct.nothing_moves"))];
}

/** @param {Page} page @param {Fields} asked @param {any} preview @param {() => void} [done] */
function form({ model, t, sheet }, asked, preview, done) {
  const entry = { ...model.stamp(), ...asked };
  const error = trouble("");
  const go = press("btn btn--primary btn--large", () => void send(), t(asked.kind === "void" ? "correct.go_void" : "correct.go"));
  let reason = "";
  const reasons = UNDO_REASONS.map((name) => {
    const node = press("pick", () => {
      reason = t(`reason.${name}`);
      for (const other of reasons) other.setAttribute("aria-pressed", String(other === node));
      draw();
    }, el("b", {}, t(`reason.${name}`)));
    node.setAttribute("aria-pressed", "false");
    return node;
  });
  const pad = preview.needs_approval ? numberPad({ label: t("correct.pin"), back: t("pad.back"), dots: (n) => t("pad.dots", { n }), onChange: () => draw() }) : null;
  const complete = () => preview.impossible.length === 0 && (!preview.needs_reason || reason !== "") && (!pad || pad.value().length === PIN_LENGTH);
  const draw = () => go.setAttribute("aria-disabled", String(!complete()));

  async function send() {
    if (!complete() || go.hasAttribute("aria-busy")) return;
    go.setAttribute("aria-busy", "true");
    const refused = await model.sendNow({ ...entry, ...(reason ? { reason } : {}), ...(pad ? { approval: { pin: pad.value() } } : {}) });
    go.removeAttribute("aria-busy");
    pad?.clear();
    if (!refused) {
      sheet.close();
      return done?.();
    }
    setText(error, refused.detail || t("correct.unreachable"));
  }

  draw();
  return [
    el("h3", {}, t("undo.why")),
    el("div", { class: "picks" }, ...reasons),
    pad ? el("p", { class: "needs" }, t("correct.second_person")) : null,
    pad?.node ?? null,
    error,
    el("div", { class: "actions" }, sheet.closer("undo.no"), go),
  ];
}

/** @param {string} text */
function trouble(text) {
  return el("p", { class: "trouble", role: "alert" }, text);
}
