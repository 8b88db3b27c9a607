import assert from "node:assert/strict";
import { test } from "node:test";
import { dollars } from "./dollars.ts";

test("formats a cost with cents, and with more decimals for smaller amounts", () => {
  assert.deepEqual([0, 0.00004, 0.0123, 0.1, 12.345, 1234].map(dollars), ["$0", "<$0.0001", "$0.0123", "$0.10", "$12.35", "$1234.00"]);
});
