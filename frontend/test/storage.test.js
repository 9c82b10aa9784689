import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDB } from "../../bobing_event/static/vendor/idb/index.js";
import { Outbox } from "../../tables/static/tables/tablet/outbox.js";
import { openStorage } from "../../tables/static/tables/tablet/storage.js";
import { FakeServer, Waits, entry } from "./fake-server.js";

const item = (name) => ({ entry: entry(name), note: { id: "1" }, doubt: false, refused: null });

test("entries come back in the order they were added, with their keys", async () => {
  const storage = await openStorage(openDB, "order");
  for (const name of ["a", "b", "c"]) await storage.add(item(name));
  const back = await storage.entries();
  assert.deepEqual(back.map((one) => one.entry.client_uuid), ["uuid-a", "uuid-b", "uuid-c"]);
  assert.deepEqual(Object.keys(back[0]).sort(), ["doubt", "entry", "key", "note", "refused"]);
  await storage.put({ ...back[1], refused: { code: "x", detail: "" } });
  await storage.remove([back[0].key]);
  assert.deepEqual((await storage.entries()).map((one) => [one.entry.client_uuid, one.refused?.code]), [["uuid-b", "x"], ["uuid-c", undefined]]);
});

test("tables do not see each other's queue, nor what is kept", async () => {
  const [one, other] = [await openStorage(openDB, "t1"), await openStorage(openDB, "t2")];
  await one.add(item("a"));
  await one.keep("state", { seq: 3 });
  assert.deepEqual([await other.entries(), await other.kept("state")], [[], undefined]);
  assert.deepEqual(await one.kept("state"), { seq: 3 });
});

test("a queue outlives the page", async () => {
  const server = new FakeServer();
  server.weather = ["cut before"];
  const before = new Outbox({ storage: await openStorage(openDB, "life"), send: server.send, wait: new Waits().wait });
  await before.add(entry("a"), { id: "1" });
  const after = new Outbox({ storage: await openStorage(openDB, "life"), send: server.send, wait: new Waits().wait });
  await after.load();
  await after.flush();
  assert.deepEqual(server.uuids, ["uuid-a"]);
  assert.deepEqual(await (await openStorage(openDB, "life")).entries(), []);
});
