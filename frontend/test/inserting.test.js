import assert from "node:assert/strict";
import { test } from "node:test";

import { inserted } from "../../awards/static/awards/certificates/inserting.js";

test("a piece goes where the cursor is", () => {
  assert.deepEqual(inserted("第桌", 1, 1, "{桌号}"), { text: "第{桌号}桌", cursor: 5 });
});

test("a piece takes the place of what is selected", () => {
  assert.deepEqual(inserted("第七桌", 1, 2, "{桌号}"), { text: "第{桌号}桌", cursor: 5 });
});

test("a text that is full stays as it is", () => {
  assert.deepEqual(inserted("第桌", 1, 1, "{桌号}", 5), { text: "第桌", cursor: 1 });
  assert.deepEqual(inserted("第桌", 1, 1, "{桌号}", 6), { text: "第{桌号}桌", cursor: 5 });
});
