import assert from "node:assert/strict";
import { test } from "node:test";
import { replyOf, Scans } from "../../tables/static/tables/station/scans.js";

const ANSWER = { kind: "answer", html: "" };
const AWAY = { kind: "away" };

/** A queue whose server gives these replies in turn, and what the page saw of it. */
function queueWith(replies, { settled = () => true, ...options } = {}) {
  const seen = { sent: [], shown: [], links: [] };
  const scans = new Scans({
    send: async (scan) => {
      seen.sent.push(scan);
      return replies.shift() ?? ANSWER;
    },
    show: (reply, scan) => {
      seen.shown.push(scan.label);
      return settled(scan);
    },
    tell: (link, count) => seen.links.push([link, count]),
    waits: [0],
    ...options,
  });
  return { scans, seen };
}

const scan = (label) => ({ url: "/check-in/", fields: [["q", label]], label });
const rest = () => new Promise((resolve) => setTimeout(resolve, 30));

function fakeStorage() {
  const held = new Map();
  return {
    held,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => held.set(key, value),
    removeItem: (key) => held.delete(key),
  };
}

test("scans are sent one after the other, each with a number of its own", async () => {
  const { scans, seen } = queueWith([]);
  scans.add(scan("a"));
  scans.add(scan("b"));
  await rest();
  assert.deepEqual(seen.shown, ["a", "b"]);
  assert.equal(new Set(seen.sent.map((one) => one.scan)).size, 2);
  assert.deepEqual(seen.links.at(-1), ["ready", 0]);
});

test("without an answer the same scan is sent again, with the same number", async () => {
  const { scans, seen } = queueWith([AWAY, AWAY, ANSWER]);
  scans.add(scan("a"));
  await rest();
  assert.equal(seen.sent.length, 3);
  assert.equal(new Set(seen.sent.map((one) => one.scan)).size, 1);
  assert.deepEqual(seen.shown, ["a"]);
  assert.deepEqual(seen.links.filter(([link]) => link === "waiting"), [["waiting", 1], ["waiting", 1]]);
});

test("a scan at which the server breaks does not hold up the others for ever", async () => {
  const broken = { kind: "broken" };
  const { scans, seen } = queueWith([broken, broken, broken, broken, ANSWER]);
  scans.add(scan("a"));
  scans.add(scan("b"));
  await rest();
  assert.deepEqual(seen.sent.map((one) => one.label), ["a", "a", "a", "a", "b"]);
  assert.deepEqual(seen.shown, ["a", "b"]);
});

test("a new scan or the network wakes one that waits", async () => {
  const { scans, seen } = queueWith([AWAY, ANSWER], { waits: [3600] });
  scans.add(scan("a"));
  await rest();
  assert.deepEqual(seen.shown, []);
  void scans.resume();
  await rest();
  assert.deepEqual(seen.shown, ["a"]);
});

test("one that needs a decision holds back those behind it", async () => {
  const { scans, seen } = queueWith([AWAY], { settled: ({ label }) => label !== "a", waits: [0.01] });
  scans.add(scan("a"));
  scans.add(scan("b"));
  await rest();
  assert.deepEqual(seen.shown, ["a"]);
  assert.deepEqual(seen.links.at(-1), ["held", 1]);
  void scans.resume();
  await rest();
  assert.deepEqual(seen.shown, ["a", "b"]);
});

test("one that needs a decision holds nothing back where nothing waits", async () => {
  const { scans, seen } = queueWith([], { settled: () => false });
  scans.add(scan("a"));
  await rest();
  scans.add(scan("b"));
  await rest();
  assert.deepEqual(seen.shown, ["a", "b"]);
});

for (const kind of ["signed_out", "reload"]) {
  test(`${kind}: the scan is kept and nothing more is sent`, async () => {
    const storage = fakeStorage();
    const { scans, seen } = queueWith([{ kind }], { storage });
    scans.add(scan("a"));
    await rest();
    assert.deepEqual([seen.sent.length, seen.shown, seen.links.at(-1)], [1, [], [kind, 1]]);
    const { scans: next, seen: later } = queueWith([], { storage });
    await next.resume();
    assert.deepEqual(later.shown, ["a"]);
    assert.equal(later.sent[0].scan, seen.sent[0].scan);
    assert.equal(storage.held.size, 0);
  });
}

test("a storage that refuses or holds nonsense is no obstacle", async () => {
  const broken = { getItem: () => "no list", setItem: () => assert.fail("full"), removeItem: () => assert.fail("gone") };
  const { scans, seen } = queueWith([], { storage: broken });
  scans.add(scan("a"));
  await rest();
  assert.deepEqual(seen.shown, ["a"]);
});

test("slowness is said", async () => {
  const { scans, seen } = queueWith([], { slow: 1, send: () => new Promise((done) => setTimeout(done, 20, ANSWER)) });
  scans.add(scan("a"));
  await rest();
  assert.deepEqual(seen.links.map(([link]) => link), ["sending", "slow", "ready"]);
});

test("only what carries a tone is an answer", () => {
  const here = { redirected: false, url: "http://station/events/e/check-in/" };
  const part = '<div class="answer" data-tone="welcome">';
  assert.deepEqual(replyOf({ ...here, status: 200 }, part, "/login/"), { kind: "answer", html: part });
  assert.deepEqual(replyOf({ ...here, status: 409 }, part, "/login/"), { kind: "answer", html: part });
  const login = { status: 200, redirected: true, url: "http://station/login/?next=/events/e/" };
  assert.deepEqual(replyOf(login, "<form>", "/login/"), { kind: "signed_out" });
  const kinds = [200, 403, 404, 429, 500, 502].map((status) => replyOf({ ...here, status }, "<p>", "/login/").kind);
  assert.deepEqual(kinds, ["failed", "reload", "failed", "away", "broken", "away"]);
});
