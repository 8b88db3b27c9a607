import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "./columns.ts";

test("aligns cells, numbers to the right, without trailing spaces", () => {
  const rows = [
    ["a", "1", "first"],
    ["long", "100", ""],
  ];
  assert.equal(columns(rows, [1]), "a       1  first\nlong  100\n");
  assert.equal(columns([]), "");
});

test("aligns cells with wide characters by their width on a terminal", () => {
  assert.equal(
    columns([
      ["/日本", "x"],
      ["/flat", "y"],
    ]),
    "/日本  x\n/flat  y\n",
  );
});
