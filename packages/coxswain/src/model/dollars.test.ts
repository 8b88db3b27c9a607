import assert from "node:assert/strict";
import { test } from "node:test";
import { dollars } from "./dollars.ts";

test("a cost has cents, and more places where there would be none of it to see", () => {
  assert.deepEqual([0, 0.00004, 0.0123, 0.1, 12.345, 1234].map(dollars), ["$0", "<$0.0001", "$0.0123", "$0.10", "$12.35", "$1234.00"]);
});
