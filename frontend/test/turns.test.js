import assert from "node:assert/strict";
import { test } from "node:test";
import { follow } from "../../tables/static/tables/tablet/turns.js";

const line = (...ids) => ids.map((id) => (typeof id === "string" ? { id, skipped: false } : { id: id[0], skipped: true }));
const queued = (kind, id, undoes) => ({ entry: { kind }, note: { id, undoes } });
const RULES = { overflow: "skip", endless: true };
const turnAfter = (start, entries, rules = RULES) => follow(start, entries, rules).turn;

test("without unsent entries the server's turn stands", () => {
  assert.deepEqual(follow(line("5", "6", "7"), [], RULES), { turn: "5", line: line("5", "6", "7") });
  assert.equal(turnAfter([], []), null);
});

test("throw, overflow and pass use the turn; a rethrow and time up do not", () => {
  const start = line("5", "6", "7", "5");
  assert.equal(turnAfter(start, [queued("throw", "5")]), "6");
  assert.equal(turnAfter(start, [queued("pass", "5"), queued("overflow", "6")]), "7");
  assert.equal(turnAfter(start, [queued("rethrow", "5"), queued("time_up", null), queued("lower_bar", null)]), "5");
});

test("a skipped turn the server announced is stepped over", () => {
  assert.equal(turnAfter(line("5", ["6"], "7", "5"), [queued("throw", "5")]), "7");
});

test("the ring goes on after the server's line, as often as need be", () => {
  const throws = (n) => Array.from({ length: n }, (_, i) => queued("throw", String((i % 3) + 1)));
  assert.equal(turnAfter(line("1", "2", "3", "1"), throws(3)), "1");
  assert.equal(turnAfter(line("1", "2", "3", "1"), throws(31)), "2");
});

test("an unsent overflow skips that player's next turn, once, where the rules say so", () => {
  const entries = ["1", "2", "3"].map((id) => queued(id === "2" ? "overflow" : "throw", id));
  const start = line("1", "2", "3", "1", "2", "3");
  assert.equal(turnAfter(start, [...entries, queued("throw", "1")]), "3");
  assert.equal(turnAfter(start, [...entries, queued("throw", "1"), queued("throw", "3"), queued("throw", "1")]), "2");
  assert.equal(turnAfter(start, [...entries, queued("throw", "1")], { overflow: "void", endless: true }), "2");
});

test("everybody skipped at once does not hang", () => {
  const all = ["1", "2"].map((id) => queued("overflow", id));
  assert.equal(turnAfter(line("1", "2", "1"), all), "1");
});

test("who leaves is out of the ring; leaving in turn passes the turn on", () => {
  assert.equal(turnAfter(line("1", "2", "3", "1"), [queued("leave", "2"), queued("throw", "1")]), "3");
  assert.equal(turnAfter(line("1", "2", "3", "1"), [queued("leave", "1")]), "2");
  assert.equal(turnAfter(line("1", "2", "3", "1"), [queued("withdraw", "2"), queued("throw", "1"), queued("throw", "3")]), "1");
});

test("an undo gives the turn back to whose it was", () => {
  const undo = (kind, id) => queued("void", null, { kind, id });
  assert.equal(turnAfter(line("5", "6", "7"), [undo("throw", "4")]), "4");
  assert.equal(turnAfter(line("5", "6", "7"), [queued("throw", "5"), undo("throw", "5")]), "5");
  assert.equal(turnAfter(line("5", "6", "7"), [undo("time_up", null)]), "5");
});

test("near the end the line is not drawn out: there may be no turn left", () => {
  assert.equal(turnAfter(line("5"), [queued("throw", "5")], { overflow: "skip", endless: false }), null);
});

test("an appointed champion ends it", () => {
  assert.equal(turnAfter(line("5", "6"), [queued("appoint", "3")]), null);
});
