import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "./columns.ts";

test("cells stand below each other, figures at the right, and nothing follows the last one", () => {
  const rows = [
    ["a", "1", "first"],
    ["long", "100", ""],
  ];
  assert.equal(columns(rows, [1]), "a       1  first\nlong  100\n");
  assert.equal(columns([]), "");
});
