import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lineChange, linesOf } from "./line-change.ts";

const shown = (before: string, after: string): readonly string[] => lineChange(before, after).map(({ mark, text }) => mark + text);

test("shows a change from its first line to its last with two lines of context", () => {
  assert.deepEqual(shown("a\nb\nc\nd\ne\nf\ng\n", "a\nb\nc\nD\ne\nf\ng\n"), [" b", " c", "-d", "+D", " e", " f"]);
  assert.deepEqual(shown("", "a\nb\n"), ["+a", "+b"]);
  assert.deepEqual(shown("a\nb", ""), ["-a", "-b"]);
  assert.deepEqual(shown("same", "same"), []);
});

test("reproduces both strings from the unchanged, removed and added lines", () => {
  const text = fc.array(fc.constantFrom("a", "b", ""), { maxLength: 8 }).map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = lineChange(before, after);
      const without = (mark: string): string => change.flatMap((line) => (line.mark === mark ? [] : [`${line.text}\n`])).join("");
      assert.ok(before.includes(without("+")));
      assert.ok(after.includes(without("-")));
      const size = (mark: string): number => change.filter((line) => line.mark === mark).length;
      assert.equal(linesOf(before).length - size("-"), linesOf(after).length - size("+"));
    }),
  );
});
