import assert from "node:assert/strict";
import { test } from "node:test";
import { delay } from "../../tables/static/tables/tablet/backoff.js";
import { Clock } from "../../tables/static/tables/tablet/clock.js";
import { uuid } from "../../tables/static/tables/tablet/uuid.js";

test("waits double to half a minute and are spread by half", () => {
  assert.deepEqual([1, 2, 3, 5, 6, 40].map((n) => delay(n, () => 1)), [1000, 2000, 4000, 16000, 30000, 30000]);
  assert.equal(delay(3, () => 0), 2000);
});

test("UUIDs are made by hand where the page is not secure", () => {
  const bytes = { getRandomValues: (/** @type {Uint8Array} */ array) => array.fill(255) };
  assert.equal(uuid(bytes), "ffffffff-ffff-4fff-bfff-ffffffffffff");
  assert.match(uuid({ getRandomValues: (array) => crypto.getRandomValues(array) }), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(uuid({ ...bytes, randomUUID: () => "its own" }), "its own");
});

test("the clock is the server's, whatever the tablet's says", () => {
  const clock = new Clock(() => Date.parse("2026-09-25T10:00:00Z"));
  clock.sync("2026-09-25T12:10:00Z");
  const face = (limit) => clock.face({ limit_minutes: limit, opened_at: "2026-09-25T12:00:00Z" });
  assert.deepEqual(face(40), { text: "30:00", limited: true, level: "", rest: 1800 });
  assert.deepEqual(face(15), { text: "5:00", limited: true, level: "low", rest: 300 });
  assert.deepEqual(face(9), { text: "0:00", limited: true, level: "over", rest: -60 });
  assert.deepEqual(face(null), { text: "10:00", limited: false, level: "", rest: null });
  assert.equal(face(90).text, "1:20:00");
  assert.equal(clock.face({ limit_minutes: 40, opened_at: null }), null);
  clock.sync(undefined);
  assert.equal(clock.now(), Date.parse("2026-09-25T12:10:00Z"));
});
