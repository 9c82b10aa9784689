// @ts-check
/**
 * Before the first throw: who threw the opening dice and what they came to, or who begins.
 *
 * @import { Model } from "./model.js"
 * @import { Words } from "./words.js"
 */
import { button, byId, el, press, setText } from "./dom.js";

/** @param {Model} model @param {Words} t */
export function openingView(model, t) {
  const chosen = { direct: false, seat: /** @type {string | null} */ (null), total: /** @type {number | null} */ (null), busy: false };
  /** What the opener said of who has come; of others the server's word counts. @type {Map<string, boolean>} */
  const said = new Map();
  let drawn = "";
  button("opening-way").addEventListener("click", () => pick({ direct: !chosen.direct, seat: null, total: null }));
  button("opening-go").addEventListener("click", () => void open());

  const byReferee = () => model.config.rules.openingBy === "referee";
  const needsSeat = () => chosen.direct || !byReferee();
  const complete = () => (!needsSeat() || chosen.seat !== null) && (chosen.direct || chosen.total !== null);

  /** Whether seats of people who have not come are kept for them at this table. */
  const keepsSeats = () => model.players.some((player) => player.absent !== undefined);
  const isAbsent = (/** @type {import("./types.js").Player} */ player) => said.get(player.id) ?? player.absent ?? false;
  const absent = () => model.players.filter(isAbsent).map((player) => Number(player.id));

  /** @param {Partial<typeof chosen>} change */
  function pick(change) {
    Object.assign(chosen, change);
    setText(byId("opening-error"), "");
    draw();
  }

  async function open() {
    if (!complete() || chosen.busy) return;
    chosen.busy = true;
    const seat = chosen.seat === null ? {} : { thrower: Number(chosen.seat) };
    const asked = chosen.direct ? { first: Number(chosen.seat) } : { ...seat, total: chosen.total };
    const refusal = await model.open(keepsSeats() ? { ...asked, absent: absent() } : asked);
    chosen.busy = false;
    if (refusal !== null) setText(byId("opening-error"), refusal || t("opening.unreachable"));
  }

  function draw() {
    const shown = JSON.stringify([model.players.map((p) => [p.id, p.name, p.unit, isAbsent(p)]), chosen]);
    if (shown === drawn) return;
    drawn = shown;
    setText(byId("opening-way"), t(chosen.direct ? "opening.count" : "opening.direct"));
    setText(byId("opening-seat-title"), t(chosen.direct ? "opening.who_first" : "opening.who_threw"));
    byId("opening-seat").hidden = !needsSeat();
    byId("opening-total").hidden = chosen.direct;
    byId("opening-seats").replaceChildren(...model.players.map(seatButton));
    byId("opening-totals").replaceChildren(...totals(model.config.rules.openingDice ?? 2).map(totalButton));
    setText(byId("opening-total-title"), t("opening.total", { n: model.config.rules.openingDice ?? 2 }));
    byId("opening-absent").hidden = !keepsSeats();
    setText(byId("opening-absent-title"), t("opening.absent"));
    byId("opening-absents").replaceChildren(...(keepsSeats() ? model.players.map(absentButton) : []));
    setText(byId("opening-go"), goWord());
    button("opening-go").setAttribute("aria-disabled", String(!complete()));
  }

  function goWord() {
    const who = model.player(chosen.seat);
    const names = { who: who ? `${who.label} ${who.name}` : "", total: chosen.total ?? "" };
    if (!complete()) return t("opening.incomplete");
    const begin = t(chosen.direct ? "opening.go_first" : byReferee() ? "opening.go_total" : "opening.go_thrower", names);
    const away = keepsSeats() ? absent().length : 0;
    return away ? `${begin} · ${t("opening.away", { n: away })}` : begin;
  }

  /** @param {import("./types.js").Player} player */
  function seatButton(player) {
    const node = press("pick", () => pick({ seat: player.id }), el("b", {}, player.short), el("span", {}, player.name));
    node.setAttribute("aria-pressed", String(chosen.seat === player.id));
    return node;
  }

  /** @param {import("./types.js").Player} player */
  function absentButton(player) {
    const turn = () => {
      said.set(player.id, !isAbsent(player));
      pick({});
    };
    const node = press("pick", turn, el("b", {}, player.short), el("span", {}, player.name));
    node.setAttribute("aria-pressed", String(isAbsent(player)));
    return node;
  }

  /** @param {number} total */
  function totalButton(total) {
    const node = press("pick pick--number", () => pick({ total }), el("b", {}, String(total)));
    node.setAttribute("aria-pressed", String(chosen.total === total));
    return node;
  }

  return draw;
}

/** @param {number} dice @returns {number[]} what they can come to */
export function totals(dice) {
  return Array.from({ length: 5 * dice + 1 }, (_, i) => dice + i);
}
