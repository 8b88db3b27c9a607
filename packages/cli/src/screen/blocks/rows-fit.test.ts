import assert from "node:assert/strict";
import { test } from "node:test";
import { truncateToWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { fit } from "./rows.ts";

const piece = fc.constantFrom(
  "a",
  " ",
  "é",
  "·",
  "…",
  "─",
  "✓",
  "✗",
  "●",
  "▸",
  "○",
  "↓",
  "\u0301",
  "漢",
  "👍",
  "\u00ad",
  "\u001b[1m",
  "\u001b[22m",
  "\u001b[38;5;1m",
);

test("a row that needs no measuring is cut like any other", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (pieces, width) => {
      const row = pieces.join("");
      assert.equal(fit(row, width), truncateToWidth(row, width, "…"));
    }),
    { numRuns: 2000 },
  );
});
