import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { split } from "./split.ts";

test("the pieces of a text make up the text, and are no larger than asked for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      const pieces = split(text, size);
      assert.equal(pieces.join(""), text);
      assert.ok(pieces.every((piece) => piece.length > 0 && piece.length <= size + 1));
    }),
  );
});

test("no piece ends within a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 5 }), (text, size) => {
      assert.ok(split(text, size).every((piece) => piece.isWellFormed()));
    }),
  );
});
