import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "./columns.ts";
import { dollars } from "./dollars.ts";

test("cells stand below each other, figures at the right, and nothing follows the last one", () => {
  const rows = [
    ["a", "1", "first"],
    ["long", "100", ""],
  ];
  assert.equal(columns(rows, [1]), "a       1  first\nlong  100\n");
  assert.equal(columns([]), "");
});

test("a cost has cents, and more places where there would be none of it to see", () => {
  assert.deepEqual([0, 0.00004, 0.0123, 0.1, 12.345, 1234].map(dollars), ["$0", "<$0.0001", "$0.0123", "$0.10", "$12.35", "$1234.00"]);
});
