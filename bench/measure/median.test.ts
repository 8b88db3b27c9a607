import assert from "node:assert/strict";
import { test } from "node:test";
import { median } from "./median.ts";

test("returns the middle value in any order", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
});

test("throws without values", () => {
  assert.throws(() => median([]), RangeError);
});
