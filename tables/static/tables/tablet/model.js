// @ts-check
/**
 * What the page knows and what it can do; the views draw it. The server's state is the truth, the queue what is not
 * confirmed yet, the draft what the referee is tapping.
 *
 * @import { Adapter, Config, Door, Entry, Hand, Outcome, Queued, Result, State } from "./types.js"
 * @import { Api } from "./api.js"
 * @import { Clock } from "./clock.js"
 * @import { Draft } from "./draft.js"
 * @import { Outbox } from "./outbox.js"
 * @import { Storage } from "./storage.js"
 */
import { doorOf } from "./api.js";
import { classify } from "./classify.js";
import { addFace, choose, emptyDraft, isReady, say, shown, stepBack, takeDie, want } from "./draft.js";
import { follow } from "./turns.js";
import { uuid } from "./uuid.js";

/** @param {State} a @param {State} b */
const isOlder = (a, b) => a.seq < b.seq || (a.seq === b.seq && a.server_time < b.server_time);

const ENDING = new Set(["last_round", "extra_round", "time_up_round", "ended"]);

/**
 * @typedef {{ config: Config, adapter: Adapter, api: Api, outbox: Outbox, storage: Storage, clock: Clock }} Parts
 * @typedef {"dice" | "patterns" | "tops"} Way what the hands' zone offers: faces, patterns, or those of 状元 level
 * @typedef {{ http: number, code: string, detail: string }} Refused `http` 0: nobody answered
 */

export class Model {
  /** @param {Parts} parts */
  constructor({ config, adapter, api, outbox, storage, clock }) {
    this.config = config;
    this.adapter = adapter;
    this.api = api;
    this.outbox = outbox;
    this.storage = storage;
    this.clock = clock;
    /** @type {State | null} */
    this.state = null;
    /** @type {Record<string, Hand> | null} */
    this.hands = null;
    /** @type {Draft} */
    this.draft = emptyDraft();
    /** Chosen for one throw, in place of the event's way. @type {Way | null} */
    this.chosenWay = null;
    /** Whether the last question to the server was answered; null before the first. @type {boolean | null} */
    this.reached = null;
    /** @type {{ door: Door, detail: string } | null} */
    this.closed = null;
    /** @type {string | null} */
    this.etag = null;
    /** @type {() => void} */
    this.changed = () => {};
    /** Told what the server said before and now. @type {(before: State, after: State) => void} */
    this.heard = () => {};
  }

  async start() {
    this.state = (await this.storage.kept("state").catch(() => null)) ?? null; // its clock is of another time
    this.hands = (await this.storage.kept("hands").catch(() => null)) ?? null;
    await this.outbox.load();
    await this.refresh();
    await this.fetchHands();
  }

  /** Asks how things stand; a queue that may have reached the server is sent first, its answer carries the state. */
  async refresh() {
    if (this.outbox.inDoubt && this.state) return this.outbox.flush();
    const reply = await this.api.get("", this.etag);
    this.reached = reply.http > 0 && reply.http < 500;
    const door = this.reached ? doorOf(reply.http, reply.body) : null;
    this.closed = door ? { door, detail: String(reply.body?.detail ?? "") } : this.reached ? null : this.closed;
    if (reply.http === 200 && !this.outbox.inDoubt) {
      this.etag = reply.etag;
      this.accept(reply.body);
    }
    this.changed();
    return this.reached && !door ? this.outbox.flush() : undefined;
  }

  async fetchHands() {
    const { http, body } = await this.api.get("hands/");
    if (http !== 200) return;
    this.hands = body.hands;
    await this.storage.keep("hands", body.hands).catch(() => {});
    this.changed();
  }

  /** A state older than the one shown is an answer that was overtaken. @param {State | null} state */
  accept(state) {
    if (!state || (this.state && isOlder(state, this.state))) return;
    this.clock.sync(state.server_time);
    this.know(state);
  }

  /** What an answer leaves out stands as it was. @param {Partial<State>} news */
  know(news) {
    const before = this.state;
    this.state = /** @type {State} */ ({ ...before, ...news });
    void this.storage.keep("state", this.state).catch(() => {});
    if (before) this.heard(before, this.state);
  }

  /** A sign of life; its answer says what changed in the hall. @param {{ unsent: number }} body */
  async beat(body) {
    const { http, body: answer } = await this.api.post("heartbeat/", body);
    if (http !== 200 || !this.state) return;
    const { seq, server_time, ...floor } = answer;
    this.clock.sync(server_time);
    this.know(floor);
    this.changed();
    if (seq > this.state.seq) await this.refresh();
  }

  /** @param {Result[]} _results @param {State} state */
  answered(_results, state) {
    this.reached = true;
    this.closed = null;
    this.etag = null;
    this.accept(state);
    this.changed();
  }

  /** Whose turn it is and who comes then, as far as is known. */
  get turns() {
    const { state } = this;
    if (!state) return { turn: null, line: [], sure: true };
    const line = this.adapter.line(state);
    const waiting = this.outbox.items.filter((item) => item.refused === null);
    const rules = { overflow: this.config.rules.overflow, endless: !ENDING.has(state.phase) };
    return { ...follow(line, waiting, rules), sure: waiting.length === 0 };
  }

  get players() {
    return this.state ? this.adapter.players(this.state) : [];
  }

  /** @param {string | null} id */
  player(id) {
    return this.players.find((player) => player.id === id) ?? null;
  }

  get outcome() {
    if (this.draft.kind !== "throw" || !isReady(this.draft)) return null;
    return this.draft.said ?? classify(this.hands, shown(this.draft));
  }

  /** Whether the event has patterns entered instead of dice; without the table of hands there are none to choose. */
  get isQuick() {
    return this.state?.entry_mode === "quick" && this.hands !== null;
  }

  /** @returns {Way} */
  get way() {
    return this.isQuick ? (this.chosenWay ?? "patterns") : "dice";
  }

  /** Whether another tablet has the table now: this one only delivers what it had queued. */
  get isReplaced() {
    return this.closed?.door === "replaced" || this.state?.device?.current === false;
  }

  get canEnter() {
    return this.config.canRecord && !this.isReplaced;
  }

  /** The dice were tapped for somebody whose turn is over: another device recorded meanwhile. */
  get strayed() {
    return this.draft.owner !== null && this.draft.owner !== this.turns.turn;
  }

  /** Nothing has been recorded yet: the opening can still be taken back. */
  get canReopen() {
    const { state, outbox, config } = this;
    return config.kind === "table" && this.canEnter && state?.seq === 0 && state.turn !== null && outbox.items.length === 0;
  }

  get rare() {
    return this.config.rare.includes(this.outcome?.pattern ?? "");
  }

  /** @param {(draft: Draft, owner: string | null) => Draft} change */
  edit(change) {
    const { turn } = this.turns;
    if (turn === null || !this.canEnter) return;
    this.draft = change(this.draft, turn);
    this.changed();
  }

  /** @param {Way | null} way null for the event's own */
  go(way) {
    this.chosenWay = way;
    this.edit(emptyDraft);
  }

  /** A pattern in place of dice; at 状元 level the dice are asked. @param {Outcome} outcome */
  say(outcome) {
    if (outcome.strength === null) return this.edit((draft, owner) => say(draft, outcome, owner));
    this.chosenWay = "dice";
    this.edit((_draft, owner) => want(this.hands, outcome, owner));
  }

  /** What was taken back lies in the bowl again. @param {Draft} draft */
  putBack(draft) {
    this.draft = draft;
    this.chosenWay = draft.said ? "patterns" : "dice";
  }

  /** @param {number} face */
  tap = (face) => {
    this.chosenWay = "dice";
    this.edit((draft, owner) => addFace(draft, face, owner, this.hands));
  };
  /** @param {number} place */
  take = (place) => this.edit((draft) => takeDie(draft, place));
  back = () => this.edit(stepBack);
  clear = () => this.go(null);
  /** @param {"overflow" | "pass" | "rethrow"} kind */
  choose = (kind, reason = "") => this.edit((draft, owner) => choose(draft, kind, owner, reason));
  adopt = () => this.edit((draft, owner) => ({ ...draft, owner }));

  /** Begins, or takes the beginning back. @param {any} asked null to take it back @returns {Promise<string | null>} the refusal */
  async open(asked) {
    const { http, body } = await (asked ? this.api.post("opening/", asked) : this.api.delete("opening/"));
    this.etag = null;
    if (http >= 200 && http < 300) this.know(body);
    else await this.refresh();
    if (http >= 200 && http < 300) void this.fetchHands();
    this.changed();
    return http >= 200 && http < 300 ? null : String(body?.detail ?? "");
  }

  /** Queues what is in the bowl; nothing happens before it is complete, or where it is somebody else's. */
  record() {
    const { turn } = this.turns;
    if (!isReady(this.draft) || turn === null || this.strayed || this.outbox.conflict) return;
    const { kind, reason, said } = this.draft;
    const thrown = said ? { pattern: said.pattern, bonus: said.bonus ?? "" } : { dice: shown(this.draft) };
    this.draft = emptyDraft();
    this.chosenWay = null;
    this.enter({ kind, ...(kind === "throw" ? thrown : {}), ...(reason ? { reason } : {}) }, turn);
  }

  /**
   * Queues any entry.
   * @param {Pick<Entry, "kind"> & Partial<Entry>} fields @param {string | null} id
   * @param {Queued["note"]["undoes"]} [undoes]
   */
  enter(fields, id, undoes) {
    if (!this.canEnter) return;
    const entry = { ...this.stamp(), ...this.adapter.entryFor(fields.kind, id), ...fields };
    void this.outbox.add(entry, { id, ...(undoes ? { undoes } : {}) });
    this.changed();
  }

  /** What makes an entry one of its own. */
  stamp() {
    return { client_uuid: uuid(), thrown_at: new Date(this.clock.now()).toISOString() };
  }

  /**
   * Sends one entry at once, past the queue: a correction with a PIN is never kept on the tablet.
   * @param {Entry} entry the same again where the answer may have got lost @returns {Promise<Refused | null>}
   */
  async sendNow(entry) {
    const { http, body } = await this.api.post("entries/", { entries: [entry] });
    const result = body?.results?.[0];
    if (body?.state) this.answered(body.results, body.state);
    if (result?.status === "recorded" || result?.status === "repeated") return null;
    const { code = "", detail = "" } = result ?? body ?? {};
    return { http, code: String(code), detail: String(detail) };
  }

  /**
   * Asks for something that is no entry: help, a signature.
   * @param {string} path @param {any} body null to take it back @param {Partial<State>} [known] what is so then, which is no news
   * @returns {Promise<Refused | null>}
   */
  async ask(path, body, known = {}) {
    const { http, body: answer } = await (body ? this.api.post(path, body) : this.api.delete(path));
    this.etag = null;
    const refused = http >= 200 && http < 300 ? null : { http, code: String(answer?.code ?? ""), detail: String(answer?.detail ?? "") };
    if (!refused && this.state) this.state = { ...this.state, ...known };
    await this.refresh();
    return refused;
  }
}
