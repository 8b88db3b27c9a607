import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAge } from "./figures.ts";

test("an age has one unit", () => {
  const minute = 60_000;
  const ages = [-5, 59_999, minute, 59 * minute, 60 * minute, 47 * 60 * minute, 48 * 60 * minute, 400 * 24 * 60 * minute];
  assert.deepEqual(ages.map(formatAge), ["now", "now", "1 min", "59 min", "1 h", "47 h", "2 d", "400 d"]);
});
