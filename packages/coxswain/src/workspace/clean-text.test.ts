import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleanLine, cleanText } from "./clean-text.ts";

test("removes commands for terminals, control characters and hidden ones", () => {
  assert.equal(cleanText("\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u0000\b", 100), "red link");
  assert.equal(cleanText("a\u200bb\u202ec\u{e0041}\ufeffd\u2066e\u061cf\u3164g\u{e0101}h", 100), "abcdefgh");
});

test("preserves line ends, tabs, emoji with joiners, and other scripts", () => {
  assert.equal(cleanText("a\r\nb\tc\r👩‍🔧 ⚠️ می‌خواهم", 100), "a\nb\tc\n👩‍🔧 ⚠️ می‌خواهم");
});

test("a line has no line ends", () => {
  assert.equal(cleanLine(" a\n\n b\tc\u2028d ", 100), "a b c d");
});

test("cuts to the limit, and never within a character", () => {
  assert.equal(cleanText("abcdef", 4), "abc…");
  assert.equal(cleanText("a😀😀", 4), "a😀…");
});

test("any text becomes one without control characters, within the limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
      const line = cleanLine(text, limit);
      assert.ok(line.length <= limit);
      assert.ok(line.isWellFormed());
      assert.doesNotMatch(line, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
