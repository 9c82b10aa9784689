import assert from "node:assert/strict";
import { test } from "node:test";
import { tableAdapter } from "../../tables/static/tables/tablet/adapter-table.js";
import { goodsAfter, goodsBefore } from "../../tables/static/tables/tablet/goods.js";

const t = (key, values = {}) => [key, ...Object.entries(values).map(([k, v]) => `${k}=${v}`)].join(" ");
const GOODS = { duitang: ["pan", "pan"], yixiu: ["oil", "oil", "soap", ""], sihong: [] };
const state = (stock) => ({ phase: "playing", round: 1, seq: 1, set: { duitang: 2, yixiu: 4, sanhong: 4 }, stock });
const throwing = (pattern, bonus = null, strength = null) => ({ pattern, bonus, strength });

test("the goods of a rank follow each other as its pieces leave the stock", () => {
  const next = (left) => goodsBefore(GOODS, state({ yixiu: left }), throwing("yixiu"));
  assert.deepEqual([4, 3, 2, 1, 0].map(next), [["oil"], ["oil"], ["soap"], [], []]);
});

test("a throw of 状元 level takes its bonus only, and a rank without goods gives none", () => {
  assert.deepEqual(goodsBefore(GOODS, state({ duitang: 2, yixiu: 2 }), throwing("duitang", "yixiu", 40)), ["soap"]);
  assert.deepEqual(goodsBefore(GOODS, state({ sanhong: 4 }), throwing("sanhong")), []);
});

test("what was taken is counted back from what is left", () => {
  assert.deepEqual(goodsAfter(GOODS, state({ yixiu: 1 }), [["yixiu", "stock", 3]]), ["oil ×2", "soap"]);
  assert.deepEqual(goodsAfter(GOODS, state({ duitang: 0, yixiu: 2 }), [["duitang", "stock", 2], ["yixiu", "stock", 1]]), ["pan ×2", "oil"]);
  assert.deepEqual(goodsAfter(GOODS, state({ duitang: 0 }), [["duitang", "seat 3", 2]]), []);
});

test("many kinds at once are cut short", () => {
  const goods = { yixiu: ["a", "b", "c", "d", "e"] };
  const after = { ...state({ yixiu: 0 }), set: { yixiu: 5 } };
  assert.deepEqual(goodsAfter(goods, after, [["yixiu", "stock", 5]]), ["a", "b", "c", "d", "…"]);
});

test("the referee reads what to give before and after recording", () => {
  const adapter = tableAdapter(t, GOODS);
  assert.deepEqual(adapter.gains(state({ yixiu: 3 }), throwing("yixiu"), "1"), ["gain.piece rank=rank.yixiu left=2", "goods.give goods=oil"]);
  assert.equal(adapter.did(state({ yixiu: 2 }), { won: [["yixiu", "stock", 1]] }), "did.from_stock rank=rank.yixiu pieces=1list.commagoods.give goods=oil");
});
