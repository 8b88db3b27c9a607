import assert from "node:assert/strict";
import { test } from "node:test";
import { median } from "./median.ts";

test("the median is the middle value, whatever the order", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
});

test("there is no median of nothing", () => {
  assert.throws(() => median([]), RangeError);
});
