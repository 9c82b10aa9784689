import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { classify, handKey, isTop } from "../../tables/static/tables/tablet/classify.js";
import { outcomeWord, wordsFrom } from "../../tables/static/tables/tablet/words.js";

const VECTORS = readFileSync(new URL("../../tests/vectors/classify.jsonl", import.meta.url), "utf8").trim().split("\n").map((row) => JSON.parse(row));

test("all 462 hands of every ruleset are found, in whatever order the dice lie", () => {
  const rulesets = new Map();
  for (const { ruleset, dice, pattern, bonus, strength } of VECTORS) {
    const hands = rulesets.get(ruleset) ?? {};
    hands[handKey([...dice].map(Number))] = [pattern, bonus, strength];
    rulesets.set(ruleset, hands);
  }
  for (const hands of rulesets.values()) assert.equal(Object.keys(hands).length, 462);
  for (const { ruleset, dice, pattern, bonus, strength } of VECTORS) {
    const turned = [...dice].map(Number).reverse();
    assert.deepEqual(classify(rulesets.get(ruleset), turned), { pattern, bonus, strength });
  }
});

test("without the table, or with a hand that is not in it, there is no outcome", () => {
  assert.equal(classify(null, [1, 1, 1, 1, 4, 4]), null);
  assert.equal(classify({}, [1, 1, 1, 1, 4, 4]), null);
  assert.equal(isTop(null), false);
  assert.equal(isTop({ pattern: "sihong", bonus: null, strength: 3 }), true);
  assert.equal(isTop({ pattern: "sijin", bonus: "erju", strength: null }), false);
});

test("words are filled in, and a missing one shows its key", () => {
  const t = wordsFrom({ "record.named": "Record: {name}", "pattern.sijin": "Sijin", "rank.erju": "Erju", "pattern.none": "Nothing", "result.with_bonus": "{pattern} with {bonus}" });
  assert.equal(t("record.named", { name: "{name}" }), "Record: {name}");
  assert.equal(t("no.such"), "no.such");
  assert.equal(outcomeWord(t, { pattern: "sijin", bonus: "erju", strength: null }), "Sijin with Erju");
  assert.equal(outcomeWord(t, { pattern: null, bonus: null, strength: null }), "Nothing");
});
