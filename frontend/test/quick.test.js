import assert from "node:assert/strict";
import { test } from "node:test";
import * as drafts from "../../tables/static/tables/tablet/draft.js";
import { complete, patterns } from "../../tables/static/tables/tablet/quick.js";

const LOWER = ["duitang", "sanhong", "sijin", "erju", "yixiu"];
/** A few hands of the standard rules. @type {Record<string, import("../../tables/static/tables/tablet/types.js").Hand>} */
const HANDS = {
  123355: [null, null, null],
  123455: ["yixiu", null, null],
  123445: ["erju", null, null],
  222235: ["sijin", null, null],
  222234: ["sijin", "yixiu", null],
  222244: ["sijin", "erju", null],
  124445: ["sanhong", null, null],
  123456: ["duitang", null, null],
  123444: ["sanhong", null, null],
  244445: ["sihong", null, 1],
  344446: ["sihong", null, 2],
  122222: ["wuzi", null, 20],
  222223: ["wuzi", null, 20],
  111112: ["wuzi", null, 21],
  333336: ["wuzi", null, 22],
  222224: ["wuzi_yixiu", null, 30],
  111114: ["wuzi_yixiu", null, 30],
  222222: ["heiliubo", null, 40],
  444444: ["liubeihong", null, 50],
  114444: ["chajinhua", null, 60],
};
const names = (/** @type {{ pattern: string | null, bonus: string | null }[]} */ outcomes) => outcomes.map(({ pattern, bonus }) => [pattern, bonus].filter(Boolean).join("+") || "none");

test("what one tap may say comes from the hands, weakest first; the highest are apart", () => {
  const { plain, top } = patterns(HANDS, LOWER);
  assert.deepEqual(names(plain), ["none", "yixiu", "erju", "sijin", "sijin+yixiu", "sijin+erju", "sanhong", "duitang"]);
  assert.deepEqual(names(top), ["sihong", "wuzi", "wuzi_yixiu", "heiliubo", "liubeihong", "chajinhua"]);
  assert.deepEqual(patterns(null, LOWER), { plain: [], top: [] });
});

test("dice that follow from the pattern are filled in, and no others", () => {
  const want = (/** @type {string} */ pattern) => ({ pattern, bonus: null });
  assert.deepEqual(complete(HANDS, want("sihong"), []), [4, 4, 4, 4]);
  assert.deepEqual(complete(HANDS, want("sihong"), [4, 4, 4, 4, 3]), [4, 4, 4, 4, 3, 6], "in this short table only one is left");
  assert.deepEqual(complete(HANDS, want("wuzi"), []), []);
  assert.deepEqual(complete(HANDS, want("wuzi"), [2]), [2]);
  assert.deepEqual(complete(HANDS, want("wuzi"), [2, 2]), [2, 2, 2, 2, 2]);
  assert.deepEqual(complete(HANDS, want("wuzi_yixiu"), []), [4]);
  assert.deepEqual(complete(HANDS, want("wuzi_yixiu"), [4, 2]), [4, 2, 2, 2, 2, 2]);
  assert.deepEqual(complete(HANDS, want("chajinhua"), []), [1, 1, 4, 4, 4, 4]);
  assert.deepEqual(complete(HANDS, want("heiliubo"), [3]), [3], "no such hand: the referee's die stands");
  assert.deepEqual(complete(null, want("sihong"), [1]), [1]);
});

test("a pattern stands in place of dice; the same again takes it back; dice take its place", () => {
  const sijin = { pattern: "sijin", bonus: "yixiu", strength: null };
  const draft = drafts.say(drafts.emptyDraft(), sijin, "5");
  assert.deepEqual([drafts.isReady(draft), drafts.isEmpty(draft), drafts.missing(draft), draft.owner], [true, false, 0, "5"]);
  assert.deepEqual(drafts.say(draft, { ...sijin }, "5"), drafts.emptyDraft());
  assert.equal(drafts.say(draft, { ...sijin, bonus: "erju" }, "6").owner, "5", "whose turn it was at the first tap");
  assert.deepEqual(drafts.stepBack(draft).said, null);
  const dice = drafts.addFace(draft, 3, "5");
  assert.deepEqual([dice.said, drafts.shown(dice)], [null, [3]]);
});

test("no throw takes more than seven taps", () => {
  const { plain, top } = patterns(HANDS, LOWER);
  assert.ok(plain.every(() => 1 + 1 <= 7), "the pattern, and record");
  for (const [key, [pattern, bonus, strength]] of Object.entries(HANDS)) {
    if (strength === null) continue;
    const wanted = top.find((outcome) => outcome.pattern === pattern && outcome.bonus === bonus);
    assert.ok(wanted);
    let draft = drafts.want(HANDS, wanted, "1");
    let taps = 2; // the highest ones, and which
    const left = [...key].map(Number);
    for (const face of drafts.shown(draft)) left.splice(left.indexOf(face), 1);
    left.sort((a, b) => left.filter((x) => x === b).length - left.filter((x) => x === a).length);
    while (!drafts.isReady(draft)) {
      const has = drafts.shown(draft);
      const next = left.find((face) => has.filter((x) => x === face).length < [...key].filter((x) => Number(x) === face).length);
      draft = drafts.addFace(draft, next ?? 0, "1", HANDS);
      taps += 1;
    }
    assert.equal(drafts.shown(draft).sort().join(""), key);
    assert.ok(taps + 1 <= 7, `${key}: ${taps + 1} taps`);
  }
});

test("a die taken out ends the filling in", () => {
  const draft = drafts.takeDie(drafts.want(HANDS, { pattern: "sihong", bonus: null, strength: 1 }, "1"), 0);
  assert.equal(draft.wanted, null);
  assert.deepEqual(drafts.shown(drafts.addFace(draft, 6, "1", HANDS)), [6, 4, 4, 4]);
});
