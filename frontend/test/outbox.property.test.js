/**
 * The outbox under everything a line and a tablet do, thousands of steps of it: a driver makes steps from a seed,
 * plays them, looks after each whether anything is lost, and shortens what fails before it shows it.
 * `SEEDS=5000 node --test frontend/test/outbox.property.test.js` plays more of them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "../../tables/static/tables/tablet/outbox.js";
import { memoryStorage } from "../../tables/static/tables/tablet/storage.js";
import { FakeServer, Waits, entry, seeded, settled } from "./fake-server.js";

const SEEDS = Number(process.env.SEEDS ?? 300);
const STEPS = 30;
const WEATHER = ["ok", "ok", "cut before", "cut after", "twice", "late"];
const MOVES = ["add", "add", "add", "add and wait", "undo", "pass", "pass", "flush", "crash", "second page"];

/** A line that also sends things twice, and late: after what was sent behind them. */
class Line {
  constructor(server) {
    this.server = server;
    this.weather = [];
    this.late = [];
  }

  send = async (entries) => {
    const weather = this.weather.shift() ?? "ok";
    const sent = structuredClone(entries);
    await null;
    if (weather === "cut before") return { status: "unreachable" };
    if (weather === "late") {
      this.late.push(sent);
      return { status: "unreachable" };
    }
    if (weather === "twice") this.server.record(sent);
    const results = this.server.record(sent);
    while (this.late.length > 0) this.server.record(this.late.shift());
    if (weather === "cut after") return { status: "unreachable" };
    return { status: "answered", results, state: { seq: this.server.log.length } };
  };
}

/** A page on a disk. What a crashed page still wanted to write never reaches the disk. */
class Page {
  constructor(line, disk) {
    this.alive = true;
    this.waits = new Waits();
    const slowly = (name) => async (...given) => {
      for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve));
      return this.alive ? disk[name](...given) : new Promise(() => {});
    };
    const storage = { ...disk, add: slowly("add"), put: slowly("put"), remove: slowly("remove") };
    this.outbox = new Outbox({ storage, send: line.send, wait: this.waits.wait, random: () => 1 });
  }

  /** Those that were being written, perhaps in vain. */
  crash() {
    this.alive = false;
    return [...this.outbox.saving].map((item) => item.entry.client_uuid);
  }
}

function stepsOf(seed) {
  const random = seeded(seed * 7919 + 1);
  const pick = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: STEPS }, (_, at) => ({ at, move: pick(MOVES), weather: [pick(WEATHER), pick(WEATHER)] }));
}

/** Plays steps; throws where something is lost, doubled, out of order, or taken for recorded too early. */
async function play(steps) {
  const server = new FakeServer();
  const line = new Line(server);
  const disk = memoryStorage();
  let page = new Page(line, disk);
  let entered = [];
  const undoes = new Map();
  const shared = new Set();
  const all = []; // in the order in which they were entered
  const leaving = new Set(); // taken out, and perhaps not yet off the disk

  const look = async () => {
    const kept = (await disk.entries()).map((item) => item.entry.client_uuid);
    const held = page.outbox.items.map((item) => item.entry.client_uuid);
    for (const uuid of entered) {
      assert(server.uuids.includes(uuid) || kept.includes(uuid) || held.includes(uuid), `${uuid} is lost`);
      assert(held.includes(uuid) || server.uuids.includes(uuid), `${uuid} left the queue before it was recorded`);
    }
    assert.deepEqual(server.uuids, entered.filter((uuid) => server.uuids.includes(uuid)), "out of order, or twice");
    assert.equal(page.outbox.conflict, null);
  };
  const add = (uuid, fields, note) => {
    entered.push(`uuid-${uuid}`);
    all.push(`uuid-${uuid}`);
    return page.outbox.add(entry(uuid, fields), note);
  };
  /** As undo.js does it: what is known not to be there is taken out, what may be there is undone by its number. */
  const undo = (name) => {
    const target = entered.at(-1);
    const item = page.outbox.items.at(-1);
    if (!target || undoes.has(target) || (item && item.entry.client_uuid !== target)) return null;
    if (item && shared.has(target)) return null; // another tab may be sending it: no page can know that
    if (item && !item.doubt) {
      leaving.add(entered.pop());
      return page.outbox.discard(item);
    }
    undoes.set(`uuid-${name}`, target);
    const known = item ? {} : { supersedes: server.uuids.indexOf(target) + 1 };
    const note = { id: null, undoes: { kind: "throw", id: "1", ...(item ? { uuid: target } : {}) } };
    return add(name, { kind: "void", dice: undefined, ...known }, note);
  };
  const moves = {
    add: (at) => void add(at, {}, { id: "1" }),
    "add and wait": (at) => add(at, {}, { id: "1" }),
    undo: (at) => void undo(at),
    pass: async () => {
      await page.waits.pass();
      leaving.clear();
    },
    flush: () => page.outbox.flush(),
    crash: async () => {
      const saving = page.crash();
      const kept = (await disk.entries()).map((item) => item.entry.client_uuid);
      const gone = saving.filter((uuid) => !kept.includes(uuid));
      assert(gone.every((uuid) => !server.uuids.includes(uuid)), "sent before it was on the disk");
      const back = kept.filter((uuid) => leaving.has(uuid)); // the crash came before its end was written
      entered = all.filter((uuid) => back.includes(uuid) || (entered.includes(uuid) && !gone.includes(uuid)));
      page = new Page(line, disk);
      await page.outbox.load();
      void page.outbox.flush();
    },
    "second page": async () => {
      await settled();
      leaving.clear();
      // another tab on the same disk, closed again while its request is on its way
      const other = new Page(line, disk);
      await other.outbox.load();
      for (const item of other.outbox.items) shared.add(item.entry.client_uuid);
      void other.outbox.flush();
      other.crash();
    },
  };

  for (const { at, move, weather } of steps) {
    line.weather = [...weather];
    await moves[move](at);
    await look();
  }
  line.weather = [];
  await settled();
  for (let i = 0; i < 8 && page.outbox.items.length > 0; i += 1) {
    await page.waits.pass();
    await page.outbox.flush();
    await settled();
  }
  await look();
  assert.deepEqual(server.uuids, entered, "not all of it arrived");
  assert.deepEqual(await disk.entries(), [], "the disk keeps what was recorded");
  for (const sent of server.log.filter((one) => undoes.has(one.client_uuid))) {
    assert.equal(server.uuids[sent.supersedes - 1], undoes.get(sent.client_uuid), "an undo of something else");
  }
}

/** The shortest part of steps that still fails, found by leaving out one after the other. */
async function shortened(steps) {
  for (let at = 0; at < steps.length; at += 1) {
    const fewer = steps.filter((_, index) => index !== at);
    if (await play(fewer).then(() => false, () => true)) return shortened(fewer); // prettier-ignore
  }
  return steps;
}

test("whatever line and tablet do, nothing is lost, doubled, out of order, or called recorded too early", async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const steps = stepsOf(seed);
    try {
      await play(steps);
    } catch (error) {
      const few = (await shortened(steps)).map(({ at, move, weather }) => `${at} ${move} (${weather.join(", ")})`);
      assert.fail(`seed ${seed}: ${error.message}\n${few.join("\n")}`);
    }
  }
});
