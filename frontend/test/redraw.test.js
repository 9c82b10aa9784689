import assert from "node:assert/strict";
import { test } from "node:test";

import { isFound, takingPart } from "../../awards/static/awards/redraw/finding.js";

test("somebody is found by parts of the name, initials or seat, in any case", () => {
  const findBy = "王明 wm 12-3";
  for (const text of ["", "  ", "王", "WM", "12-3", "王 12", " wm  王明 "]) assert.equal(isFound(findBy, text), true, text);
  for (const text of ["李", "wx", "王 13"]) assert.equal(isFound(findBy, text), false, text);
});

test("who is ticked is out, or alone takes part", () => {
  assert.equal(takingPart("but", 10, 3), 7);
  assert.equal(takingPart("only", 10, 3), 3);
  assert.equal(takingPart("", 10, 0), 10);
});
