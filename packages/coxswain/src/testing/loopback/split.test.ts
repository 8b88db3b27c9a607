import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { split } from "./split.ts";

test("the pieces join to the original string, and do not exceed the size", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      const pieces = split(text, size);
      assert.equal(pieces.join(""), text);
      assert.ok(pieces.every((piece) => piece.length > 0 && piece.length <= size + 1));
    }),
  );
});

test("no piece splits a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      assert.ok(split(text, size).every((piece) => piece.isWellFormed()));
    }),
  );
});
