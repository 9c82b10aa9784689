// @ts-check
/**
 * What is always in sight: round, clock, connection, unsent entries, who throws and who is next.
 *
 * @import { Turn } from "./types.js"
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { byId, el, setText } from "./dom.js";

const PHASES = new Set(["last_round", "extra_round", "time_up_round", "zhuangyuan_only"]);

/** @param {Model} model @param {Words} t */
export function headView(model, t) {
  return () => {
    const { state, outbox } = model;
    const phase = PHASES.has(state?.phase ?? "") ? t(`phase.${state?.phase}`) : "";
    const round = state && state.phase !== "waiting" ? t("head.round", { n: state.round }) : "";
    setText(byId("round"), round);
    setText(byId("phase"), phase);
    const link = linkOf(model);
    byId("link").dataset.link = link;
    setText(byId("link-word"), t(`link.${link}`));
    setText(byId("unsent"), t("link.unsent", { n: outbox.items.length }));
    drawHelp(model, t);
    drawClock(model, t);
    drawTurn(model, t);
  };
}

/**
 * How the tablet and the server stand, in one word.
 * @param {Pick<Model, "outbox" | "reached" | "closed" | "isReplaced">} model
 */
export function linkOf({ outbox, reached, closed, isReplaced }) {
  if (outbox.conflict) return "conflict";
  if (closed) return closed.door;
  if (outbox.link !== "idle") return outbox.link;
  if (reached === null) return "connecting";
  if (!reached) return "unreachable";
  return isReplaced ? "replaced" : "ok";
}

/** @param {Model} model @returns {import("./clock.js").Face | null} null where no clock runs */
export function clockFace({ clock, state }) {
  return state?.phase === "ended" ? null : clock.face(state?.clock);
}

/** @param {Model} model @param {Words} t */
export function drawClock(model, t) {
  const face = clockFace(model);
  const node = byId("clock");
  node.dataset.clock = face?.level ?? "";
  node.hidden = face === null;
  setText(byId("clock-time"), face?.text ?? "");
  setText(byId("clock-word"), t(face?.level ? `clock.${face.level}` : face?.limited ? "clock.left" : "clock.passed"));
}

/** @param {Model} model @param {Words} t */
function drawHelp({ state, config }, t) {
  const act = byId("help");
  const called = state?.help ? clockTime(state.help.called_at, config.language) : "";
  act.hidden = config.kind !== "table";
  act.classList.toggle("is-called", called !== "");
  act.setAttribute("aria-pressed", String(called !== ""));
  setText(act, called ? t("help.called", { time: called }) : t("help.call"));
}

/** 19:42 @param {string} moment @param {string} language */
export function clockTime(moment, language) {
  return new Date(moment).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });
}

/** @param {Model} model @param {Words} t */
function drawTurn(model, t) {
  const { turn, line, sure } = model.turns;
  const player = model.player(turn);
  setText(byId("who-label"), player?.label ?? "");
  setText(byId("who-name"), player?.name ?? (model.state ? t("turn.waiting") : t("app.loading")));
  setText(byId("who-unit"), player?.unit ?? "");
  byId("turn").classList.toggle("is-unsure", !sure);
  setText(byId("unsure"), sure ? "" : t("turn.unconfirmed"));
  const next = byId("next");
  const coming = upcoming(line.slice(1));
  const text = JSON.stringify([coming, model.players.map((p) => p.name)]);
  if (next.dataset.shown === text) return;
  next.dataset.shown = text;
  next.replaceChildren(
    ...coming.map(({ id, skipped }) => {
      const who = model.player(id);
      const mark = skipped ? el("span", { class: "skipped" }, t("mark.skip")) : null;
      return el("li", skipped ? { class: "is-skipped" } : {}, el("b", {}, who?.label ?? id), ` ${who?.name ?? ""} `, mark);
    }),
  );
}

/** The next one who throws, and all whose turn is skipped before. @param {Turn[]} line */
export function upcoming(line) {
  const thrower = line.findIndex((turn) => !turn.skipped);
  return line.slice(0, thrower < 0 ? line.length : thrower + 1).slice(0, 3);
}
