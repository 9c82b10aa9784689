// @ts-check
/**
 * The signature under a table: every holding by person, the champion first, and what stands against it.
 *
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { button, byId, el, setText } from "./dom.js";
import { playerLine } from "./view-end.js";
import { clockTime } from "./view-head.js";

/** @typedef {{ seq: number, digest: string, people: { seat: number, name: string, unit: string, pieces: Record<string, number>, champion: boolean }[] }} Holdings */

/** @param {Model} model @param {Words} t */
export function signView(model, t) {
  /** @type {Holdings | null} */
  let holdings = null;
  let asking = false;
  let drawn = "";
  let refusal = "";
  button("sign-go").addEventListener("click", () => void sign());

  /** The holdings as the server has them now: they are what is signed. */
  async function fetchHoldings() {
    if (asking || model.state?.phase !== "ended" || holdings?.seq === model.state.seq) return;
    asking = true;
    const { http, body } = await model.api.get("holdings/");
    asking = false;
    if (http !== 200) return;
    holdings = body;
    model.changed();
  }

  async function sign() {
    if (!holdings || button("sign-go").getAttribute("aria-disabled") === "true") return;
    const refused = await model.ask("sign-off/", { digest: holdings.digest });
    refusal = refused ? refused.detail || t("sign.unreachable") : "";
    if (refused?.code === "holdings_changed") holdings = null;
    model.changed();
  }

  function draw() {
    const { state, outbox } = model;
    if (model.config.kind !== "table" || state?.phase !== "ended") return;
    void fetchHoldings();
    const fresh = holdings?.seq === state.seq ? holdings : null;
    const shown = JSON.stringify([fresh?.digest, state.seq, state.sign_off, state.objections, outbox.items.length, refusal]);
    if (shown === drawn) return;
    drawn = shown;
    const people = fresh ? byChampion(fresh).map((person) => line(model, t, person)) : model.players.map((player) => playerLine(model, t, player));
    byId("end-players").replaceChildren(...people);
    const { sign_off, objections = 0 } = state;
    const signed = sign_off?.valid;
    setText(byId("sign-objections"), objections > 0 ? t("sign.objections", { n: objections }) : "");
    setText(byId("sign-state"), stateWord(model, t, sign_off));
    byId("sign-state").classList.toggle("is-signed", Boolean(signed));
    setText(byId("sign-error"), refusal);
    button("sign-go").hidden = Boolean(signed);
    button("sign-go").setAttribute("aria-disabled", String(!fresh || outbox.items.length > 0 || !model.canEnter));
    setText(button("sign-go"), outbox.items.length > 0 ? t("sign.unsent", { n: outbox.items.length }) : t("sign.go"));
  }

  return draw;
}

/** @param {Holdings} holdings */
function byChampion({ people }) {
  return [...people.filter((person) => person.champion), ...people.filter((person) => !person.champion)];
}

/** @param {Model} model @param {Words} t @param {any} signOff */
function stateWord({ config }, t, signOff) {
  if (!signOff) return t("sign.line");
  if (!signOff.valid) return t("sign.void");
  const time = clockTime(signOff.signed_at, config.language);
  return t(signOff.disputed && !signOff.countersigned ? "sign.waits" : signOff.countersigned ? "sign.countersigned" : "sign.signed", { time });
}

/** @param {Model} model @param {Words} t @param {Holdings["people"][number]} person */
function line({ config }, t, person) {
  const held = config.ranks.filter((rank) => person.pieces[rank]);
  const pieces = held.map((rank) => el("span", { class: rank === "zhuangyuan" ? "piece piece--top" : "piece" }, t("held.pieces", { rank: t(`rank.${rank}`), n: person.pieces[rank] })));
  return el("li", { class: "player" }, el("b", { class: "player__label" }, t("seat.short", { number: person.seat })),
    el("span", { class: "player__name" }, person.name),
    person.champion ? el("span", { class: "tag" }, t("mark.champion")) : null,
    el("span", { class: "player__held" }, ...(pieces.length > 0 ? pieces : [t("held.nothing")]))); // prettier-ignore
}
