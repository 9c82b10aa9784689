import assert from "node:assert/strict";
import { test } from "node:test";
import { tableAdapter } from "../../tables/static/tables/tablet/adapter-table.js";
import { heatAdapter } from "../../tables/static/tables/tablet/adapter-heat.js";
import { Clock } from "../../tables/static/tables/tablet/clock.js";
import { Model } from "../../tables/static/tables/tablet/model.js";
import { Outbox } from "../../tables/static/tables/tablet/outbox.js";
import { lastLine, recordWord, resultOf } from "../../tables/static/tables/tablet/result.js";
import { memoryStorage } from "../../tables/static/tables/tablet/storage.js";
import { needsReason, undo, undoable } from "../../tables/static/tables/tablet/undo.js";
import { linkOf, upcoming } from "../../tables/static/tables/tablet/view-head.js";
import { FakeServer, Waits, settled } from "./fake-server.js";

/** Words that show their key and what was filled in, so that a test reads what was meant. */
const t = (key, values = {}) => [key, ...Object.entries(values).map(([k, v]) => `${k}=${v}`)].join(" ");
const HANDS = { 124466: ["erju", null, null], 111144: ["sijin", "erju", null], 444411: ["chajinhua", null, 40], 114444: ["chajinhua", null, 40], 123566: [null, null, null], 244446: ["sihong", null, 5] };
const CONFIG = {
  kind: "table", canRecord: true, rare: ["chajinhua"], ranks: ["zhuangyuan", "sijin", "erju"], lowerRanks: ["sijin", "erju"],
  rules: { overflow: "skip", openingBy: "player", openingDice: 2, movable: [] },
}; // prettier-ignore

function stateOf(fields = {}) {
  const seats = [1, 2, 3].map((number) => ({ number, name: `P${number}`, unit: "", left: false, skip: false, held: {}, candidate: null }));
  return {
    phase: "playing", round: 1, seq: 4, turn: 2, next: [{ seat: 3, skipped: false }, { seat: 1, skipped: false }, { seat: 2, skipped: false }],
    seats, stock: { sijin: 1, erju: 0 }, set: { sijin: 8, erju: 16 }, leader: null, locked: null, champion: null, time_up: false,
    propose_lower_bar: false, clock: { limit_minutes: null, opened_at: null }, server_time: "2026-09-25T12:00:00Z",
    last: { seq: 4, kind: "throw", seat: 1, dice: [1, 2, 4, 4, 6, 6], pattern: "erju", won: [["erju", "stock", 1]], can_undo: true }, ...fields,
  }; // prettier-ignore
}

function modelOf({ server = new FakeServer(), state = stateOf(), config = CONFIG, adapter = tableAdapter(t), replies = {} } = {}) {
  const waits = new Waits();
  const storage = memoryStorage();
  const api = { get: async (path) => replies[path] ?? { http: 200, body: path === "hands/" ? { hands: HANDS } : state, etag: null } };
  const send = async (entries) => {
    const answer = await server.send(entries);
    return answer.state ? { ...answer, state: { ...state, seq: state.seq + server.log.length, turn: 3 } } : answer;
  };
  const outbox = new Outbox({ storage, send, wait: waits.wait, onAnswer: (results, now) => model.answered(results, now) });
  const model = new Model({ config, adapter, api, outbox, storage, clock: new Clock(() => Date.parse("2026-09-25T12:00:00Z")) });
  model.state = state;
  model.hands = HANDS;
  return { model, server, waits, storage };
}

const tap = (model, dice) => [...dice].forEach((face) => model.tap(Number(face)));

test("a throw is recorded for whose turn it is, and the bowl is empty at once", async () => {
  const { model, server } = modelOf();
  tap(model, "644216");
  assert.equal(recordWord(model, t), "record.named name=pattern.erju");
  model.record();
  assert.equal(model.draft.owner, null);
  await settled();
  const [{ client_uuid, thrown_at, ...entry }] = server.log;
  assert.deepEqual(entry, { kind: "throw", seat: 2, dice: [6, 4, 4, 2, 1, 6] });
  assert.match(client_uuid, /^[0-9a-f-]{36}$/);
  assert.equal(thrown_at, "2026-09-25T12:00:00.000Z");
  assert.deepEqual(model.turns, { turn: "3", line: model.turns.line, sure: true });
});

test("nothing is recorded before the sixth die, twice, or on a page that may only look", async () => {
  const { model, server } = modelOf();
  tap(model, "64421");
  model.record();
  assert.equal(recordWord(model, t), "record.missing n=1");
  tap(model, "6");
  model.record();
  model.record();
  await settled();
  assert.equal(server.log.length, 1);
  const other = modelOf({ config: { ...CONFIG, canRecord: false } }).model;
  tap(other, "644216");
  assert.equal(other.draft.owner, null);
  assert.equal(resultOf(other, t).name, "readonly.name");
});

test("offline the next one is followed and marked as not confirmed", async () => {
  const server = new FakeServer();
  server.weather = Array(9).fill("cut before");
  const { model } = modelOf({ server });
  for (const dice of ["644216", "653211"]) {
    tap(model, dice);
    model.record();
  }
  await settled();
  assert.deepEqual([model.turns.turn, model.turns.sure, linkOf(model)], ["1", false, "unreachable"]);
  assert.equal(lastLine(model, t), "last.unconfirmed what=seat.label number=3 kind.throw");
});

test("dice tapped for somebody whose turn is over are not recorded for the next", () => {
  const { model } = modelOf();
  tap(model, "644216");
  model.accept(stateOf({ seq: 5, turn: 3 }));
  assert.deepEqual(resultOf(model, t).choices, ["clear", "adopt"]);
  model.record();
  assert.equal(model.outbox.items.length, 0);
  model.adopt();
  model.record();
  assert.equal(model.outbox.items[0].entry.seat, 3);
});

test("an answer that was overtaken changes nothing", () => {
  const { model } = modelOf();
  model.accept(stateOf({ seq: 3, turn: 1 }));
  assert.equal(model.state.turn, 2);
  model.accept(stateOf({ seq: 4, turn: 1, server_time: "2026-09-25T11:59:59Z" }));
  assert.equal(model.state.turn, 2);
  model.accept(stateOf({ seq: 5, turn: 1 }));
  assert.equal(model.state.turn, 1);
});

test("what the server holds is not asked for while entries are in doubt: the queue asks", async () => {
  const server = new FakeServer();
  server.weather = ["cut after"];
  const { model } = modelOf({ server });
  tap(model, "644216");
  model.record();
  await settled();
  await model.refresh();
  assert.equal(server.attempts, 2);
  assert.equal(model.turns.sure, true);
});

test("a second look is asked for rare patterns only", () => {
  const { model } = modelOf();
  tap(model, "444411");
  assert.deepEqual([model.rare, resultOf(model, t).tone], [true, "top"]);
  model.clear();
  tap(model, "644216");
  assert.equal(model.rare, false);
});

test("what a throw promises is read from the stock", () => {
  const { model } = modelOf();
  tap(model, "111144");
  assert.deepEqual(resultOf(model, t), {
    name: "result.with_bonus pattern=pattern.sijin bonus=rank.erju", tone: "prize", choices: [],
    lines: ["gain.piece rank=rank.sijin left=0", "gain.bonus gain=gain.none_left rank=rank.erju"],
  }); // prettier-ignore
});

test("a 状元 throw is compared with the leader by strength alone; a lock is told", () => {
  const seats = stateOf().seats.map((seat) => (seat.number === 3 ? { ...seat, candidate: { pattern: "sihong", dice: [], strength: 5 } } : seat));
  const lead = { seats, leader: { seat: 3, pattern: "sihong", dice: [] } };
  const gain = (state, strength) => tableAdapter(t).gains(stateOf(state), { pattern: "x", bonus: null, strength }, "2")[0];
  assert.equal(gain({}, 1), "gain.first_candidate");
  assert.equal(gain(lead, 6), "gain.stronger who=seat.label number=3 pattern=pattern.sihong");
  assert.equal(gain(lead, 5), "gain.weaker who=seat.label number=3 pattern=pattern.sihong");
  assert.equal(gain({ ...lead, locked: 3 }, 6), "gain.locked who=seat.label number=3 pattern=pattern.sihong");
});

test("undo supersedes the last entry and puts its dice back", async () => {
  const { model, server } = modelOf();
  undo(model, undoable(model));
  assert.deepEqual(model.draft.dice, [1, 2, 4, 4, 6, 6]);
  assert.equal(model.turns.turn, "1");
  assert.equal(undoable(model), null, "not twice before the answer");
  await settled();
  const [{ client_uuid: _, thrown_at: __, ...entry }] = server.log;
  assert.deepEqual(entry, { kind: "void", supersedes: 4 });
});

test("undo of what was never sent takes it out of the queue; of what is in doubt, it waits", async () => {
  const server = new FakeServer();
  const { model, waits } = modelOf({ server });
  server.weather = ["cut after", "cut before", "cut before"];
  tap(model, "644216");
  model.record();
  await settled();
  undo(model, undoable(model));
  await settled();
  assert.deepEqual(model.outbox.items.map((item) => item.entry.kind), ["throw", "void"]);
  server.weather = [];
  await waits.pass();
  assert.deepEqual(server.log.map((entry) => [entry.kind, entry.supersedes]), [["throw", undefined], ["void", 1]]);
});

test("undoing a 状元 throw or an appointment wants a reason", () => {
  const { model } = modelOf();
  const said = (kind, dice) => ({ said: { kind, id: "1", dice }, seq: 4 });
  assert.equal(needsReason(model, said("throw", [2, 4, 4, 4, 4, 6])), true);
  assert.equal(needsReason(model, said("throw", [1, 2, 4, 4, 6, 6])), false);
  assert.equal(needsReason(model, said("appoint", null)), true);
});

test("nothing is called connected before the server has answered", async () => {
  const { model } = modelOf();
  assert.equal(linkOf(model), "connecting");
  await model.refresh();
  assert.equal(linkOf(model), "ok");
});

test("a closed door is shown and opens again", async () => {
  const replies = { "": { http: 401, body: { code: "device_revoked", detail: "released" }, etag: null } };
  const { model } = modelOf({ replies });
  await model.refresh();
  assert.deepEqual([linkOf(model), model.closed], ["released", { door: "released", detail: "released" }]);
  delete replies[""];
  await model.refresh();
  assert.equal(linkOf(model), "ok");
});

test("a silent server is offline, not a closed door", async () => {
  const { model } = modelOf({ replies: { "": { http: 0, body: null, etag: null } } });
  await model.refresh();
  assert.equal(linkOf(model), "unreachable");
  assert.equal(model.state.turn, 2);
});

test("time that ran out and a 状元 long in coming are told where nothing else is", () => {
  const over = { limit_minutes: 40, opened_at: "2026-09-25T11:00:00Z" };
  assert.deepEqual(resultOf(modelOf({ state: stateOf({ clock: over }) }).model, t).choices, ["time_up"]);
  assert.deepEqual(resultOf(modelOf({ state: stateOf({ clock: over, time_up: true }) }).model, t).choices, []);
  assert.deepEqual(resultOf(modelOf({ state: stateOf({ propose_lower_bar: true }) }).model, t).choices, ["lower_bar", "appoint"]);
});

test("who comes next is told with all whose turn is skipped before", () => {
  const turn = (id, skipped = false) => ({ id, skipped });
  assert.deepEqual(upcoming([turn("6", true), turn("7"), turn("8")]), [turn("6", true), turn("7")]);
  assert.deepEqual(upcoming([]), []);
});

test("a heat has entrants and lots; its entries name the entrant", async () => {
  const entrants = [["11", 1], ["12", 2]].map(([id, lot]) => ({ id, lot, name: `E${id}`, unit: "u", table: 7, placed: null, withdrawn: false, skip: false, hit: null }));
  const state = {
    phase: "playing", round: 1, seq: 0, turn: "11", next: [{ entrant: "12", skipped: false }, { entrant: "11", skipped: false }], entrants,
    target: "zhuangyuan", mode: "race", decide: "immediate", places: 1, server_time: "2026-09-25T12:00:00Z", last: null,
  }; // prettier-ignore
  const { model, server } = modelOf({ state, config: { ...CONFIG, kind: "heat" }, adapter: heatAdapter(t) });
  assert.deepEqual(model.players.map((p) => [p.id, p.label, p.unit]), [["11", "lot.label number=1", "table.label number=7 u"], ["12", "lot.label number=2", "table.label number=7 u"]]);
  tap(model, "244446");
  assert.deepEqual(resultOf(model, t).lines, ["gain.wins"]);
  model.record();
  await settled();
  assert.equal(server.log[0].entrant, "11");
  assert.equal("seat" in server.log[0], false);
});

test("a pattern alone is recorded where the event has patterns entered, and an undo shows it again", async () => {
  const { model, server } = modelOf({ state: stateOf({ entry_mode: "quick" }) });
  assert.equal(model.way, "patterns");
  assert.equal(recordWord(model, t), "record.choose");
  model.say({ pattern: "sijin", bonus: "erju", strength: null });
  assert.equal(recordWord(model, t), "record.named name=result.with_bonus pattern=pattern.sijin bonus=rank.erju");
  model.record();
  assert.equal(lastLine(model, t), "last.unconfirmed what=seat.label number=2 result.with_bonus pattern=pattern.sijin bonus=rank.erju");
  await settled();
  const { client_uuid: _uuid, thrown_at: _at, ...sent } = server.log[0];
  assert.deepEqual(sent, { kind: "throw", seat: 2, pattern: "sijin", bonus: "erju" });
  model.state = { ...model.state, last: { seq: 5, kind: "throw", seat: 2, dice: [1, 1, 1, 1, 4, 4], dice_seen: false, pattern: "sijin", can_undo: true } };
  const what = undoable(model);
  assert.deepEqual(what, { said: { kind: "throw", id: "2", dice: null, outcome: { pattern: "sijin", bonus: "erju", strength: null }, rank: null }, seq: 5 });
  undo(model, what);
  assert.deepEqual([model.draft.said, model.draft.restored, model.way], [{ pattern: "sijin", bonus: "erju", strength: null }, true, "patterns"]);
});

test("nothing is one tap, and sent as an empty pattern", async () => {
  const { model, server } = modelOf({ state: stateOf({ entry_mode: "quick" }) });
  model.say({ pattern: null, bonus: null, strength: null });
  model.record();
  await settled();
  assert.deepEqual([server.log[0].pattern, server.log[0].bonus], [null, ""]);
});

test("at the highest level the dice are asked, and one throw may be entered by dice", () => {
  const { model } = modelOf({ state: stateOf({ entry_mode: "quick" }) });
  model.go("tops");
  assert.deepEqual([model.way, resultOf(model, t).name], ["tops", "result.which_top"]);
  model.say({ pattern: "sihong", bonus: null, strength: 5 });
  assert.deepEqual([model.way, model.draft.dice], ["dice", [2, 4, 4, 4, 4, 6]], "of this short table one hand is left");
  model.clear();
  assert.equal(model.way, "patterns");
  model.tap(3);
  assert.deepEqual([model.way, resultOf(model, t).choices], ["dice", ["patterns"]]);
});

test("without the hands there are no patterns to choose: the dice are entered", () => {
  const { model } = modelOf({ state: stateOf({ entry_mode: "quick" }) });
  model.hands = null;
  assert.equal(model.way, "dice");
});

test("a tablet that was replaced takes nothing new and goes on delivering", async () => {
  const { model, server } = modelOf();
  tap(model, "644216");
  server.weather = ["cut before"];
  model.record();
  await settled();
  model.know({ device: { current: false, replaced_by: "iPad 3" } });
  tap(model, "644216");
  model.record();
  model.enter({ kind: "time_up" }, null);
  assert.deepEqual([model.isReplaced, model.draft.dice[0], model.outbox.items.length, linkOf(model)], [true, null, 1, "unreachable"]);
  await model.outbox.flush();
  await settled();
  assert.deepEqual([server.log.length, model.outbox.items.length, linkOf(model)], [1, 0, "replaced"]);
});

test("a correction with a PIN is sent past the queue and is kept nowhere", async () => {
  const { model, storage } = modelOf();
  /** @type {any[]} */
  const sent = [];
  const entry = { ...model.stamp(), kind: "void", supersedes: 4, reason: "x", approval: { pin: "1234" } };
  const answers = [
    { http: 0, body: null },
    { http: 403, body: { results: [{ status: "refused", code: "bad_pin", detail: "No." }], state: stateOf() } },
    { http: 201, body: { results: [{ status: "repeated", seq: 5 }], state: stateOf({ seq: 5 }) } },
  ];
  model.api.post = async (path, body) => {
    sent.push([path, body]);
    return answers.shift();
  };
  assert.deepEqual(await model.sendNow(entry), { http: 0, code: "", detail: "" });
  assert.deepEqual(await model.sendNow(entry), { http: 403, code: "bad_pin", detail: "No." });
  assert.equal(await model.sendNow(entry), null);
  assert.deepEqual(sent[0], ["entries/", { entries: [entry] }]);
  assert.deepEqual([await storage.entries(), model.state.seq], [[], 5]);
});

test("a sign of life brings what the hall changed, and a state where there is a newer one", async () => {
  const { model } = modelOf();
  let asked = 0;
  const refresh = model.refresh.bind(model);
  model.refresh = () => {
    asked += 1;
    return refresh();
  };
  const heard = [];
  model.heard = (before, after) => heard.push([before.clock.extra_minutes ?? 0, after.clock.extra_minutes]);
  const clock = { limit_minutes: 40, extra_minutes: 5, opened_at: "2026-09-25T11:00:00Z" };
  model.api.post = async () => ({ http: 200, body: { server_time: "2026-09-25T12:00:00Z", seq: 4, clock, help: null, objections: 0 } });
  await model.beat({ unsent: 0 });
  assert.deepEqual([asked, heard, model.state.clock, model.state.seq], [0, [[0, 5]], clock, 4]);
  model.api.post = async () => ({ http: 200, body: { server_time: "2026-09-25T12:00:05Z", seq: 9 } });
  await model.beat({ unsent: 0 });
  assert.equal(asked, 1);
  model.api.post = async () => ({ http: 0, body: null });
  await model.beat({ unsent: 0 });
  assert.equal(asked, 1);
});
