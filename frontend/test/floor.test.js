import assert from "node:assert/strict";
import { test } from "node:test";
import { Alarm, Bell } from "../../tables/static/tables/tablet/alarm.js";
import { Clock } from "../../tables/static/tables/tablet/clock.js";
import { Heartbeat } from "../../tables/static/tables/tablet/heartbeat.js";
import { newsOf } from "../../tables/static/tables/tablet/news.js";
import { settled } from "./fake-server.js";

const words = (/** @type {string} */ key, /** @type {any} */ values) => (values ? `${key} ${Object.values(values).join(" ")}` : key);

test("extra minutes are added to the clock, and the warnings have their levels", () => {
  let now = Date.parse("2026-09-25T12:00:00Z");
  const clock = new Clock(() => now);
  clock.sync("2026-09-25T13:00:00Z"); // this tablet is an hour slow
  const times = { limit_minutes: 40, extra_minutes: 10, opened_at: "2026-09-25T12:30:00Z" };
  const after = (/** @type {number} */ seconds) => {
    now = Date.parse("2026-09-25T12:00:00Z") + seconds * 1000;
    const face = clock.face(times);
    return [face?.text, face?.level];
  };
  assert.deepEqual(after(0), ["20:00", ""]);
  assert.deepEqual(after(15 * 60 - 1), ["5:01", ""]);
  assert.deepEqual(after(15 * 60), ["5:00", "low"]);
  assert.deepEqual(after(19 * 60), ["1:00", "last"]);
  assert.deepEqual(after(20 * 60), ["0:00", "over"]);
});

test("each warning rings once; after extra time it rings again; what had passed at the start stays silent", () => {
  /** @type {string[]} */
  const rung = [];
  const alarm = new Alarm((level) => rung.push(level));
  const tick = (/** @type {any} */ level) => alarm.tick({ text: "", limited: true, level, rest: 0 });
  for (const level of ["low", "low", "last", "last", "over", "over"]) tick(level);
  assert.deepEqual(rung, ["last", "over"]);
  for (const level of ["", "low", "over"]) tick(level);
  assert.deepEqual(rung, ["last", "over", "low", "over"]);
  alarm.tick(null);
  tick("over");
  assert.equal(rung.length, 4);
});

test("the bell remembers that it is to be silent, and needs no audio", () => {
  const kept = new Map();
  const storage = /** @type {any} */ ({ getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value) });
  const bell = new Bell(storage);
  assert.equal(bell.muted, false);
  bell.ring("over");
  bell.mute(true);
  assert.equal(new Bell(storage).muted, true);
});

/** @param {() => number} unsent */
function pulseOf(unsent) {
  /** @type {number[]} */
  const sent = [];
  /** @type {[number, () => void][]} */
  const waits = [];
  const pulse = new Heartbeat({ send: async (body) => void sent.push(body.unsent), unsent, wait: (ms, then) => void waits.push([ms, then]) });
  return { pulse, sent, waits };
}

test("a heartbeat every fifteen seconds, whatever is drawn meanwhile", async () => {
  const { pulse, sent, waits } = pulseOf(() => 0);
  pulse.changed();
  assert.deepEqual([sent, waits], [[], []], "nothing before the first");
  await pulse.start();
  for (let i = 0; i < 5; i += 1) pulse.changed();
  assert.deepEqual(waits.map(([ms]) => ms), [15_000]);
  waits[0][1]();
  await settled();
  assert.deepEqual([sent, waits.map(([ms]) => ms)], [[0, 0], [15_000, 15_000]]);
});

test("a queue that stays changed for a second is told; one that was emptied at once is no news", async () => {
  let unsent = 0;
  const { pulse, sent, waits } = pulseOf(() => unsent);
  await pulse.beat();
  unsent = 1;
  pulse.changed();
  pulse.changed();
  assert.deepEqual(waits.map(([ms]) => ms), [1_000]);
  unsent = 0;
  waits[0][1]();
  assert.deepEqual(sent, [0]);
  unsent = 3;
  pulse.changed();
  waits[1][1]();
  await settled();
  assert.deepEqual(sent, [0, 3]);
});

test("a change during a beat is told after it, one beat at a time", async () => {
  let unsent = 1;
  /** @type {(() => void)[]} */
  const answers = [];
  /** @type {number[]} */
  const waits = [];
  const pulse = new Heartbeat({ send: () => new Promise((resolve) => answers.push(() => resolve())), unsent: () => unsent, wait: (ms) => void waits.push(ms) });
  void pulse.beat();
  unsent = 2;
  void pulse.beat();
  assert.equal(answers.length, 1);
  answers[0]();
  await settled();
  assert.deepEqual(waits, [1_000]);
});

test("what the hall did is said once", () => {
  const before = /** @type {any} */ ({
    clock: { opened_at: "2026-09-25T12:00:00Z", extra_minutes: 5 },
    help: { reason: "dice" },
    device: { current: true },
    sign_off: { valid: true },
    objections: 0,
  });
  const after = {
    ...before,
    clock: { ...before.clock, extra_minutes: 15 },
    help: null,
    device: { current: false, replaced_by: "iPad 3" },
    sign_off: { valid: false },
    objections: 2,
  };
  assert.deepEqual(newsOf(words, before, after), [
    "news.extra 10", "news.help_answered", "news.replaced iPad 3", "news.sign_off_void", "news.objection 2",
  ]); // prettier-ignore
  assert.deepEqual(newsOf(words, before, before), []);
  assert.deepEqual(newsOf(words, after, before), ["news.less 10"]);
});
