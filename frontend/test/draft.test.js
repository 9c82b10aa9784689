import assert from "node:assert/strict";
import { test } from "node:test";
import * as drafts from "../../tables/static/tables/tablet/draft.js";

test("dice are put in, taken out and put in again", () => {
  let draft = drafts.emptyDraft();
  for (const face of [4, 4, 2, 1, 5]) draft = drafts.addFace(draft, face, "5");
  assert.deepEqual([drafts.missing(draft), drafts.isReady(draft), draft.owner], [1, false, "5"]);
  draft = drafts.addFace(draft, 5, "5");
  assert.equal(drafts.isReady(draft), true);
  assert.equal(drafts.addFace(draft, 6, "5"), draft, "a seventh die does nothing");
  draft = drafts.addFace(drafts.takeDie(draft, 2), 6, "6");
  assert.deepEqual([draft.dice, draft.owner], [[4, 4, 6, 1, 5, 5], "5"]);
  assert.deepEqual(drafts.stepBack(draft).dice, [4, 4, 6, 1, 5, null]);
  assert.equal(drafts.stepBack(drafts.emptyDraft()).owner, null);
});

test("overflow, pass and rethrow are chosen in place of dice and given up again", () => {
  const draft = drafts.choose(drafts.addFace(drafts.emptyDraft(), 3, "5"), "overflow", "5");
  assert.deepEqual([draft.kind, drafts.isReady(draft), drafts.missing(draft)], ["overflow", true, 0]);
  assert.deepEqual(drafts.choose(draft, "overflow", "5").dice, [3, null, null, null, null, null]);
  assert.equal(drafts.choose(draft, "pass", "5").kind, "pass");
  assert.deepEqual(drafts.addFace(draft, 6, "5").dice, [3, 6, null, null, null, null]);
  assert.equal(drafts.stepBack(draft).kind, "throw");
  assert.equal(drafts.choose(drafts.emptyDraft(), "rethrow", "5", "stacked").reason, "stacked");
});

test("an undone throw lies in the bowl again until it is touched", () => {
  const draft = drafts.restore([1, 2, 3, 4, 5, 5], "3");
  assert.deepEqual([draft.restored, draft.owner, drafts.isReady(draft)], [true, "3", true]);
});
