import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Lots } from "../../tables/static/tables/draw/lots.js";
import { canonical, checks } from "../../tables/static/tables/draw/seating.js";

const DRAWS = readFileSync(new URL("../../tests/tables/draws.jsonl", import.meta.url), "utf8").trim().split("\n");
const RIGHT = { plan_digest: true, commitment: true, seating: true };

test("the browser finds the seats that the server drew", async () => {
  for (const row of DRAWS) assert.deepEqual(await checks(JSON.parse(row)), RIGHT);
});

test("a forged draw is told: seats swapped, a wish put in, another secret, another phrase, nobody's plan", async () => {
  const forged = async (change) => {
    const draw = JSON.parse(DRAWS[0]);
    change(draw);
    return checks(draw);
  };
  const swap = ({ seating: [one, other] }) => ([one[2], other[2]] = [other[2], one[2]]);
  assert.deepEqual(await forged(swap), { ...RIGHT, seating: false });
  assert.equal((await forged(({ plan }) => plan.together.push(plan.people.slice(0, 2)))).plan_digest, false);
  assert.equal((await forged((draw) => (draw.secret = "00".repeat(32)))).commitment, false);
  assert.deepEqual(await forged((draw) => (draw.public_seed += "!")), { ...RIGHT, seating: false });
  assert.deepEqual(await forged(({ plan }) => plan.people.push(9999)), { plan_digest: false, commitment: true, seating: false });
});

test("keys are sorted as text, which is not how objects keep them", () => {
  assert.equal(canonical({ 9: [1, null], 10: { b: "é", a: true } }), '{"10":{"a":true,"b":"é"},"9":[1,null]}');
});

test("lots are those of tables/lots.py, and they do not begin anew when they run out", async () => {
  const lots = await Lots.from(new TextEncoder().encode("moon"), 12);
  assert.deepEqual(lots.drawn([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), [7, 4, 6, 8, 2, 9, 3, 1, 0, 5]);
  assert.throws(() => lots.drawn([0, 1, 2, 3, 4, 5]), RangeError);
});

test("numbers beyond the last full multiple are thrown away", () => {
  assert.equal(new Lots([2n ** 64n - 1n, 5n]).below(3), 2); // 2^64 = 3k + 1: the last number would favour 0
});
