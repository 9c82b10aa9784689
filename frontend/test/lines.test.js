import assert from "node:assert/strict";
import { test } from "node:test";
import { afterAnswer, asSent, entriesOf, readLine, seatsOf } from "../../tables/static/tables/sheets/lines.js";

const HANDS = {
  123455: [null, null, null],
  122346: ["yixiu", null, null],
  222234: ["sijin", "yixiu", null],
  222235: ["sijin", null, null],
  222244: ["sijin", "erju", null],
  444123: ["sanhong", null, null],
  124444: ["sihong", null, 30],
  111111: ["heiliubo", null, 90],
};
const WORDS = { "kind.overflow": "出碗", "kind.pass": "过", "pattern.yixiu": "一秀", "pattern.sijin": "四进", "rank.yixiu": "一秀", "pattern.sihong": "四红", "pattern.none": "没中", "status.recorded": "no. {seq}" };
const t = (key, values = {}) => (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (_whole, name) => String(values[name]));
const read = (text) => readLine(text, HANDS, t);
const line = (text, more = {}) => ({ uuid: `u-${text}`, seat: "", sent: "", text, status: "", note: "", ...more });
const table = (turn, next, phase = "playing") => ({ turn, phase, next: next.map((seat) => ({ seat, skipped: false })), seats: [] });

test("dice in any order, half or full width, with spaces", () => {
  const said = { kind: "throw", dice: [2, 1, 6, 4, 3, 2] };
  for (const text of ["216432", " 216 432 ", "２１６４３２"]) {
    assert.deepEqual(read(text), { said, outcome: { pattern: "yixiu", bonus: null, strength: null } });
  }
});

test("what is no hand says why", () => {
  assert.deepEqual(read("12345"), { why: "bad.dice", n: 5 });
  assert.deepEqual(read("1234567"), { why: "bad.dice", n: 7 });
  assert.deepEqual(read("123457"), { why: "bad.face" });
  assert.deepEqual(read("q"), { why: "bad.unknown" });
  assert.deepEqual(read("s"), { why: "bad.ambiguous" });
  assert.equal(read("  "), null);
});

test("letters of the desk page, and its words", () => {
  for (const [text, kind] of [["o", "overflow"], ["O", "overflow"], ["出碗", "overflow"], ["p", "pass"], ["过", "pass"], ["l", "leave"], ["t", "time_up"]]) {
    assert.deepEqual(read(text), { said: { kind }, outcome: null });
  }
});

test("patterns by their beginning, their word, and with a bonus", () => {
  const sijin = { kind: "throw", pattern: "sijin", bonus: "" };
  assert.deepEqual(read("si").said, sijin);
  assert.deepEqual(read("四进").said, sijin);
  assert.deepEqual(read("si+y"), { said: { ...sijin, bonus: "yixiu" }, outcome: { pattern: "sijin", bonus: "yixiu", strength: null } });
  assert.deepEqual(read("y").said, { kind: "throw", pattern: "yixiu", bonus: "" });
  for (const text of ["-", "0", "没中"]) assert.deepEqual(read(text).said, { kind: "throw", pattern: "", bonus: "" });
});

test("patterns that need their dice, and such as there are none", () => {
  assert.deepEqual(read("sihong"), { why: "bad.dice_needed" });
  assert.deepEqual(read("四红"), { why: "bad.dice_needed" });
  assert.deepEqual(read("sa+y"), { why: "bad.pattern" });
  assert.deepEqual(read("d"), { why: "bad.pattern" });
});

test("seats follow the turns, over an overflow, and believe what was typed", () => {
  const lines = [line("y"), line("o"), line("y"), line("y"), line("y"), line("")];
  const readings = lines.map((one) => read(one.text));
  assert.deepEqual(seatsOf(table(5, [6, 7, 5]), lines, readings, "skip"), ["5", "6", "7", "5", "7", "5"]);
  lines[1].seat = "9";
  assert.deepEqual(seatsOf(table(5, [6, 7, 5]), lines, readings, "void").slice(0, 3), ["5", "9", "7"]);
});

test("a line that cannot be read uses no turn, and a recorded one none again", () => {
  const lines = [line("y", { status: "recorded", seat: "4" }), line("12"), line("y")];
  assert.deepEqual(seatsOf(table(5, [6, 5]), lines, lines.map((one) => read(one.text)), "skip"), ["4", "5", "5"]);
});

test("four hundred lines are followed in no time", () => {
  const lines = Array.from({ length: 400 }, () => line("y"));
  const readings = lines.map((one) => read(one.text));
  const began = performance.now();
  const seats = seatsOf(table(1, [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]), lines, readings, "skip");
  assert.equal(seats[399], "10");
  assert.ok(performance.now() - began < 500);
});

test("what is sent is what is not recorded, with the lines' own UUIDs", () => {
  const lines = [line("y", { status: "recorded" }), line("o"), line(""), line("t"), line("122346")];
  const readings = lines.map((one) => read(one.text));
  assert.deepEqual(entriesOf(lines, readings, ["5", "6", "7", "7", "7"]), [
    { client_uuid: "u-o", kind: "overflow", seat: 6 },
    { client_uuid: "u-t", kind: "time_up" },
    { client_uuid: "u-122346", kind: "throw", dice: [1, 2, 2, 3, 4, 6], seat: 7 },
  ]);
});

test("an answer marks recorded and repeated lines; the refused one keeps its sentence, the rest stays", () => {
  const lines = ["a", "b", "c", "d"].map((text) => line(text));
  const results = [
    { client_uuid: "u-a", status: "repeated", seq: 8 },
    { client_uuid: "u-b", status: "recorded", seq: 9 },
    { client_uuid: "u-c", status: "refused", code: "not_your_turn", detail: "It is the turn of 6." },
    { client_uuid: "u-d", status: "not_tried" },
  ];
  assert.deepEqual(afterAnswer(lines, results, ["1", "2", "3", "4"], t), [
    { ...lines[0], seat: "1", status: "recorded", note: "no. 8" },
    { ...lines[1], seat: "2", status: "recorded", note: "no. 9" },
    { ...lines[2], status: "refused", note: "It is the turn of 6." },
    lines[3],
  ]);
});

test("a line that was sent keeps its seat until it is known what became of it", () => {
  const lines = [line("y"), line("o"), line("")];
  const sent = asSent(lines, [{ client_uuid: "u-y" }], ["5", "6", "7"]);
  assert.deepEqual(sent, [{ ...lines[0], sent: "5" }, lines[1], lines[2]]);
  assert.equal(seatsOf(table(6, [7, 5]), sent, sent.map((one) => read(one.text)), "skip")[0], "5");
  const [recorded] = afterAnswer(sent, [{ client_uuid: "u-y", status: "recorded", seq: 3 }], ["5"], t);
  assert.deepEqual([recorded.sent, recorded.seat], ["", "5"]);
  assert.equal(afterAnswer(sent, [{ client_uuid: "u-y", status: "not_tried" }], ["5"], t)[0].sent, "");
});
