import assert from "node:assert/strict";
import { test } from "node:test";
import { isNested } from "./json.ts";

test("counts the nesting of arrays and objects up to the limit", () => {
  assert.equal(isNested("text", 0), false);
  assert.equal(isNested([], 0), true);
  assert.equal(isNested({ a: [1] }, 2), false);
  assert.equal(isNested({ a: [[1]], b: 1 }, 2), true);
  const depth = 200_000;
  assert.equal(isNested(JSON.parse("[".repeat(depth) + "]".repeat(depth)), 100), true);
});
