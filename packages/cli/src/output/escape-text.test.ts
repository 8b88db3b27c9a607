import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ACTIVE, CORPUS } from "./escape-corpus.fixture.ts";
import { escapeLine, escapeText, jsonLine, textEscaper } from "./escape-text.ts";

test("T9: escapes every active character of the corpus visibly", () => {
  for (const text of CORPUS) {
    assert.doesNotMatch(escapeText(text), ACTIVE);
    assert.notEqual(escapeText(text), text);
  }
  assert.equal(escapeText("\u001b[2J\u202e\u{e0041}"), "\\x1b[2J\\u{202e}\\u{e0041}");
});

test("T9: leaves no active character in any text at any cut, and plain text unchanged", () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...CORPUS), fc.string({ unit: "binary" })));
  fc.assert(
    fc.property(pieces, (parts) => {
      assert.doesNotMatch(parts.map(escapeText).join(""), ACTIVE);
    }),
  );
  const plain = "Grüße, 世界 👩‍👩‍👧 naïve\n\tindented";
  assert.equal(escapeText(plain), plain);
});

test("converts line breaks of other systems, but not a lone carriage return", () => {
  assert.equal(escapeText("a\r\nb\rc"), "a\nb\\x0dc");
});

test("keeps a line on one line", () => {
  assert.equal(escapeLine(" a\n\tb \n c\n"), "a b c");
});

test("T9: encodes JSON as the same value on one line that is safe on a terminal", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...CORPUS), (value, text) => {
      const line = jsonLine({ value, [text]: text });
      assert.doesNotMatch(line.slice(0, -1), ACTIVE);
      assert.equal(line.indexOf("\n"), line.length - 1);
      assert.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify({ value, [text]: text })));
    }),
  );
});

const MARKED = ["a", "\u0301", "\u0301".repeat(5), "\u{e0101}".repeat(9), "\u200d", "\u{1f3fd}", "👩", "\n", "\u202e", "…"];

test("A11: more than 8 marks of one character are shortened, also if they arrive one by one", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom(...MARKED)).map((parts) => parts.join(""))), (pieces) => {
      const escape = textEscaper();
      const shown = pieces.map(escape).join("");
      assert.equal(shown, escapeText(pieces.join("")));
      assert.doesNotMatch(shown, /(?:\p{M}|\u200d|\u{1f3fd}){9}/u);
    }),
  );
  const escape = textEscaper();
  assert.equal(Array.from(`e${"\u0301".repeat(2000)}x`, escape).join(""), `e${"\u0301".repeat(8)}…x`);
});

test("A11: marks of usual text are not shortened", () => {
  for (const plain of ["é ä ñ", "שָׁלוֹם", "ཧཱུྃ", "👩🏽‍❤️‍💋‍👨🏿 🏳️‍🌈", "நிகழ்ச்சி", "Việt"]) assert.equal(escapeText(plain), plain);
});

test("A11: JSON with many marks has the same value, and no long run of them", () => {
  const value = { title: `a${"\u0301".repeat(200)}${"\u{e0101}".repeat(200)}` };
  assert.deepEqual(JSON.parse(jsonLine(value)), value);
  assert.doesNotMatch(jsonLine(value), /\p{M}{9}/u);
});
