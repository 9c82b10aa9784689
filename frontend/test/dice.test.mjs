import assert from "node:assert/strict";
import { test } from "node:test";

import { diceSvg, dieSvg } from "../../bobing_event/static/bobing/dice.js";

const sprite = new URL("../../bobing_event/static/bobing/dice.svg", import.meta.url).href;

test("a die uses its symbol and is decoration without a label", () => {
  assert.equal(
    dieSvg(4),
    `<svg class="die" data-face="4" aria-hidden="true"><use href="${sprite}#die-4"></use></svg>`,
  );
});

test("a label is told, whatever it holds", () => {
  assert.equal(
    dieSvg(0, 'a "<&'),
    `<svg class="die" data-face="0" role="img" aria-label="a &quot;&lt;&amp;"><use href="${sprite}#die-0"></use></svg>`,
  );
});

test("dice stand in the order given", () => {
  assert.equal(diceSvg([4, 1], "four, one"), `<span class="dice" role="img" aria-label="four, one">${dieSvg(4)}${dieSvg(1)}</span>`);
});

test("what is no face is refused", () => {
  for (const face of [7, -1, 1.5, NaN, "4"]) assert.throws(() => dieSvg(/** @type {any} */ (face)), RangeError);
});
