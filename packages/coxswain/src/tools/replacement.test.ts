import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withUnixLineEnds } from "./line-ends.ts";
import { occurrences } from "./occurrences.ts";
import { replaceAt } from "./replacement.ts";

const replace = (original: string, before: string, after: string) =>
  replaceAt(
    original,
    occurrences(withUnixLineEnds(original).text, before, { apart: true }).map((at) => ({ at, before, after })),
  );

test("T13: new lines get the line end in use around them", () => {
  assert.equal(replace("a\r\nb\r\nc\r\n", "b", "x\ny"), "a\r\nx\r\ny\r\nc\r\n");
  assert.equal(replace("a\nb\nc\n", "b", "x\ny"), "a\nx\ny\nc\n");
  assert.equal(replace("a\nb\nc\r\nd\r\n", "c\nd", "c\nx\nd"), "a\nb\nc\r\nx\r\nd\r\n");
});

test("T13: unchanged lines keep their line ends", () => {
  assert.equal(replace("a\r\nb\nc\r\n", "a\nb\nc\n", "a\nX\nc\n"), "a\r\nX\nc\r\n");
});

test("removes a line together with its line end", () => {
  assert.equal(replace("a\r\nb\r\nc", "b\n", ""), "a\r\nc");
  assert.equal(replace("a\r\nb", "\nb", ""), "a");
});

test("T13: preserves every character outside of the change for all line ends", () => {
  const piece = fc.constantFrom("a", "b", "\n", "\r\n", "\r", "é", "😀", " ", "\t");
  const text = fc.array(piece).map((pieces) => pieces.join(""));
  const written = text.map((some) => some.replaceAll("\r", ""));
  fc.assert(
    fc.property(text, text, text, written, (head, old, tail, fresh) => {
      const original = `${head}«${old}»${tail}`;
      const before = withUnixLineEnds(`«${old}»`).text;
      const after = `«${fresh}»`;
      const edited = replace(original, before, after);
      assert.ok(edited.startsWith(`${head}«`) && edited.endsWith(`»${tail}`), JSON.stringify({ original, edited }));
      const middle = edited.slice(head.length, edited.length - tail.length);
      assert.equal(withUnixLineEnds(middle).text, after);
    }),
  );
});
