import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox } from "../../tables/static/tables/tablet/outbox.js";
import { memoryStorage } from "../../tables/static/tables/tablet/storage.js";
import { FakeServer, Waits, entry, seeded, settled } from "./fake-server.js";

/** An outbox on a server; `storage` outlives it, as a disk outlives a page. */
function outboxOn(server, storage = memoryStorage(), options = {}) {
  const waits = new Waits();
  const answers = [];
  const outbox = new Outbox({
    storage, send: server.send, wait: waits.wait, random: () => 1,
    onAnswer: (results, state) => answers.push([results, state]), ...options,
  }); // prettier-ignore
  return { outbox, storage, waits, answers };
}

const add = (outbox, name, fields) => outbox.add(entry(name, fields), { id: "1" });

test("an entry leaves the queue and the disk when the server has recorded it", async () => {
  const server = new FakeServer();
  const { outbox, storage, answers } = outboxOn(server);
  await add(outbox, "a");
  assert.deepEqual(server.uuids, ["uuid-a"]);
  assert.deepEqual(outbox.items, []);
  assert.deepEqual(await storage.entries(), []);
  assert.equal(outbox.link, "idle");
  assert.deepEqual(answers.map(([results]) => results.map((r) => r.status)), [["recorded"]]);
});

test("nothing is sent before it is on the disk", async () => {
  const server = new FakeServer();
  const disk = memoryStorage();
  let written = () => {};
  const slow = { ...disk, add: (item) => new Promise((resolve) => (written = () => resolve(disk.add(item)))) };
  const { outbox } = outboxOn(server, slow);
  const added = add(outbox, "a");
  await outbox.flush();
  assert.deepEqual(server.uuids, []);
  assert.equal(outbox.items.length, 1, "but it counts as unsent at once");
  written();
  await added;
  assert.deepEqual(server.uuids, ["uuid-a"]);
});

test("while nobody answers everything is kept, in order, and goes in one batch afterwards", async () => {
  const server = new FakeServer();
  server.weather = ["cut before", "cut before", "cut before"];
  const { outbox, storage, waits } = outboxOn(server);
  await add(outbox, "a");
  await add(outbox, "b");
  await add(outbox, "c");
  assert.equal(outbox.link, "unreachable");
  assert.deepEqual((await storage.entries()).map((item) => item.entry.client_uuid), ["uuid-a", "uuid-b", "uuid-c"]);
  server.attempts = 0;
  await waits.pass();
  assert.deepEqual(server.uuids, ["uuid-a", "uuid-b", "uuid-c"]);
  assert.equal(server.attempts, 1);
  assert.deepEqual(outbox.items, []);
});

test("waits grow from one second to half a minute, and start anew after an answer", async () => {
  const server = new FakeServer();
  server.weather = Array(7).fill("cut before");
  const { outbox, waits } = outboxOn(server);
  await add(outbox, "a");
  for (let i = 0; i < 6; i += 1) await waits.pass();
  assert.deepEqual(waits.asked, [1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  await waits.pass();
  assert.deepEqual(outbox.items, []);
  server.weather = ["cut before"];
  await add(outbox, "b");
  assert.equal(waits.asked.at(-1), 1000);
});

test("an entry whose answer was lost is sent again and recorded once", async () => {
  const server = new FakeServer();
  server.weather = ["cut after"];
  const { outbox, waits, answers } = outboxOn(server);
  await add(outbox, "a");
  assert.equal(outbox.inDoubt, true);
  await waits.pass();
  assert.deepEqual(server.uuids, ["uuid-a"]);
  assert.deepEqual(answers.at(-1)[0].map((r) => r.status), ["repeated"]);
  assert.equal(outbox.inDoubt, false);
});

test("a reload finds the queue as it was and does not know what reached the server", async () => {
  const server = new FakeServer();
  server.weather = ["cut after", "cut before"];
  const first = outboxOn(server);
  await add(first.outbox, "a");
  await add(first.outbox, "b");
  const second = outboxOn(server, first.storage);
  await second.outbox.load();
  assert.deepEqual(second.outbox.items.map((item) => [item.entry.client_uuid, item.doubt]), [["uuid-a", true], ["uuid-b", true]]);
  await second.outbox.flush();
  assert.deepEqual(server.uuids, ["uuid-a", "uuid-b"]);
  assert.deepEqual(await first.storage.entries(), []);
});

test("a refusal stops the queue, stays to be seen, and what is behind it was not tried", async () => {
  const server = new FakeServer();
  server.weather = ["cut before", "cut before", "cut before"];
  server.judge = ({ client_uuid }) =>
    client_uuid === "uuid-b" ? { code: "not_your_turn", detail: "…", expected: { turn: 6, round: 2 } } : null;
  const { outbox, storage, waits } = outboxOn(server);
  for (const name of ["a", "b", "c"]) await add(outbox, name);
  await waits.pass();
  assert.deepEqual(server.uuids, ["uuid-a"]);
  assert.deepEqual(outbox.conflict.refused, { code: "not_your_turn", detail: "…", expected: { turn: 6, round: 2 } });
  assert.deepEqual(outbox.items.map((item) => item.entry.client_uuid), ["uuid-b", "uuid-c"]);
  assert.equal(outbox.inDoubt, false);
  assert.deepEqual((await storage.entries()).map((item) => item.refused?.code), ["not_your_turn", undefined]);
  server.attempts = 0;
  await outbox.flush();
  assert.equal(server.attempts, 0, "nothing goes while a refusal stands in front");
});

test("discarding a refused entry lets the others go", async () => {
  const server = new FakeServer();
  server.judge = ({ client_uuid }) => (client_uuid === "uuid-a" ? { code: "not_your_turn", detail: "" } : null);
  const { outbox, storage } = outboxOn(server);
  await add(outbox, "a");
  await add(outbox, "b");
  await outbox.discard(outbox.conflict);
  assert.deepEqual(server.uuids, ["uuid-b"]);
  assert.deepEqual(await storage.entries(), []);
});

test("a refused entry can be changed into another one and goes in its place", async () => {
  const server = new FakeServer();
  server.judge = ({ seat }) => (seat === 1 ? { code: "not_your_turn", detail: "", expected: { turn: 2 } } : null);
  const { outbox } = outboxOn(server);
  await add(outbox, "a");
  const item = outbox.conflict;
  await outbox.retry(item, { ...item.entry, seat: 2, client_uuid: "uuid-a2" }, { id: "2" });
  assert.deepEqual(server.log.map((e) => [e.client_uuid, e.seat]), [["uuid-a2", 2]]);
  assert.deepEqual(outbox.items, []);
});

test("everything can be thrown away at once", async () => {
  const server = new FakeServer();
  server.judge = () => ({ code: "table_ended", detail: "" });
  const { outbox, storage } = outboxOn(server);
  await add(outbox, "a");
  await add(outbox, "b");
  await outbox.discardAll();
  assert.deepEqual([outbox.items, await storage.entries(), outbox.conflict], [[], [], null]);
});

test("a batch the server will not read is tried one at a time, to find the entry it means", async () => {
  const server = new FakeServer();
  const bad = async (entries) => {
    if (entries.length > 1) return { status: "refused", code: "batch", detail: "" };
    return entries[0].client_uuid === "uuid-b" ? { status: "refused", code: "invalid", detail: "shape" } : server.send(entries);
  };
  const { outbox, waits } = outboxOn({ send: async () => ({ status: "unreachable" }) });
  for (const name of ["a", "b", "c"]) await add(outbox, name);
  outbox.send = bad;
  await waits.pass();
  assert.deepEqual(server.uuids, ["uuid-a"]);
  assert.deepEqual(outbox.conflict.refused, { code: "invalid", detail: "shape" });
});

test("a closed door keeps the queue, and says which door it is", async () => {
  const { outbox, storage, waits } = outboxOn({ send: async () => ({ status: "signed_out", detail: "who are you" }) });
  await add(outbox, "a");
  assert.deepEqual([outbox.link, outbox.detail, outbox.items.length, waits.asked], ["signed_out", "who are you", 1, []]);
  assert.equal((await storage.entries()).length, 1);
});

test("an answer that does not speak of the entries sent is no answer", async () => {
  const { outbox, waits } = outboxOn({ send: async () => ({ status: "answered", results: [], state: { seq: 0 } }) });
  await add(outbox, "a");
  assert.deepEqual([outbox.link, waits.asked, outbox.items.length], ["unreachable", [1000], 1]);
});

test("a full disk does not stop the evening: the entry goes from memory, and the page is told", async () => {
  const server = new FakeServer();
  const full = { ...memoryStorage(), durable: true, add: () => Promise.reject(new Error("quota")) };
  const { outbox } = outboxOn(server, full);
  assert.equal(outbox.durable, true);
  await add(outbox, "a");
  assert.equal(outbox.durable, false);
  assert.deepEqual([server.uuids, outbox.items], [["uuid-a"], []]);
});

test("an undo of an entry in doubt waits for its number", async () => {
  const server = new FakeServer();
  server.weather = ["cut after", "cut before"];
  const { outbox, waits } = outboxOn(server);
  await add(outbox, "a");
  await outbox.add(entry("v", { kind: "void", dice: undefined }), { id: null, undoes: { kind: "throw", id: "1", uuid: "uuid-a" } });
  assert.equal(server.uuids.length, 1);
  await waits.pass();
  await waits.pass();
  assert.deepEqual(server.log.map((e) => [e.client_uuid, e.supersedes]), [["uuid-a", undefined], ["uuid-v", 1]]);
});

test("an undo goes with the entry it undoes, when that is discarded", async () => {
  const server = new FakeServer();
  server.judge = ({ client_uuid }) => (client_uuid === "uuid-a" ? { code: "not_your_turn", detail: "" } : null);
  const { outbox } = outboxOn(server);
  await add(outbox, "a");
  await outbox.add(entry("v", { kind: "void" }), { id: null, undoes: { kind: "throw", id: "1", uuid: "uuid-a" } });
  await outbox.discard(outbox.conflict);
  assert.deepEqual([outbox.items, server.log], [[], []]);
});

test("whatever the line does, the log holds what was entered: once each, in order", async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = seeded(seed);
    const pick = (list) => list[Math.floor(random() * list.length)];
    const server = new FakeServer();
    const disk = memoryStorage();
    let page = outboxOn(server, disk);
    const entered = [];
    for (let step = 0; step < 40; step += 1) {
      server.weather = Array.from({ length: 3 }, () => pick(["ok", "cut before", "cut after"]));
      const move = random();
      if (move < 0.6) {
        entered.push(`uuid-${step}`);
        const added = add(page.outbox, step);
        if (random() < 0.5) await added;
      } else if (move < 0.85) {
        await page.waits.pass();
      } else {
        await settled(); // a crash loses what was never written; what was written comes back
        page = outboxOn(server, disk);
        await page.outbox.load();
        void page.outbox.flush();
      }
    }
    server.weather = [];
    await settled();
    for (let i = 0; i < 5 && page.outbox.items.length > 0; i += 1) {
      await page.outbox.flush();
      await settled();
    }
    assert.deepEqual(server.uuids, entered, `seed ${seed}`);
    assert.deepEqual(await disk.entries(), [], `seed ${seed}`);
  }
});

test("two pages on one disk send the same entries, which are recorded once", async () => {
  const server = new FakeServer();
  server.weather = Array(4).fill("cut before");
  const disk = memoryStorage();
  const first = outboxOn(server, disk);
  await add(first.outbox, "a");
  await add(first.outbox, "b");
  const second = outboxOn(server, disk);
  await second.outbox.load();
  server.weather = [];
  await Promise.all([first.outbox.flush(), second.outbox.flush()]);
  assert.deepEqual(server.uuids, ["uuid-a", "uuid-b"]);
  assert.deepEqual([first.outbox.items, second.outbox.items], [[], []]);
});
