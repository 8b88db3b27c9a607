import assert from "node:assert/strict";
import { test } from "node:test";
import { applyPatch, parsePatch } from "diff";
import fc from "fast-check";
import { fileDiff, wholeDiff } from "./file-diff.ts";

const linesOf = (text: string): readonly string[] => text.split("\n");

/** Longer than one block of a comparison. */
const LONG = Array.from({ length: 2000 }, (_, index) => `${index}\n`).join("");

/** A few lines, often equal, with or without a final newline. */
const texts = fc.array(fc.constantFrom("a", "b", "", "}", "long line"), { maxLength: 30 }).map((lines) => lines.join("\n"));

test("a diff converts one string to the other, and its line numbers are correct", async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, texts, fc.constantFrom("", LONG), async (start, one, other, end, long) => {
      const [before, after] = [long + start + one + end + long, long + start + other + end + long];
      const { diff = "", added, removed } = await fileDiff("file", before, after);
      assert.equal(before === after ? before : applyPatch(before, diff), after);
      const hunks = parsePatch(diff).flatMap((patch) => patch.hunks);
      for (const { lines, oldStart, newStart } of hunks) {
        const marked = lines.filter((line) => !line.startsWith("\\"));
        const without = (mark: string): readonly string[] => marked.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1));
        const at = (text: string, first: number, shown: readonly string[]) => linesOf(text).slice(first - 1, first - 1 + shown.length);
        if (without("+").length > 0) assert.deepEqual(at(before, oldStart, without("+")), without("+"));
        if (without("-").length > 0) assert.deepEqual(at(after, newStart, without("-")), without("-"));
      }
      const marks = (mark: string): number => hunks.flatMap(({ lines }) => lines).filter((line) => line.startsWith(mark)).length;
      assert.deepEqual([added, removed], [marks("+"), marks("-")]);
    }),
  );
});

test("shows a changed line in a long text with three lines of context and its line number", async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index + 1}\n`);
  const { diff } = await fileDiff("file", lines.join(""), lines.toSpliced(499, 1, "other\n").join(""));
  const around = " line 497\n line 498\n line 499\n-line 500\n+other\n line 501\n line 502\n line 503\n";
  assert.equal(diff, `--- file\n+++ file\n@@ -497,7 +497,7 @@\n${around}`);
});

test("a whole diff of more changed lines than are compared replaces them, and converts one string to the other", async () => {
  const numbered = (count: number, mark: string): string => Array.from({ length: count }, (_, index) => `${mark}${index}\n`).join("");
  const ends = fc.constantFrom("", "end", "end\n");
  await fc.assert(
    fc.asyncProperty(texts, ends, ends, fc.constantFrom(0, 2500), fc.constantFrom(0, 2500), async (start, one, other, removed, added) => {
      const [before, after] = [`${start}\n${numbered(removed, "-")}${one}`, `${start}\n${numbered(added, "+")}${other}`];
      const { diff } = await wholeDiff("file", before, after);
      assert.equal(before === after ? before : applyPatch(before, diff), after);
    }),
    { numRuns: 30 },
  );
  for (const [before, after] of [
    ["", numbered(2500, "+")],
    [numbered(2500, "-"), ""],
  ] as const)
    assert.equal(applyPatch(before, (await wholeDiff("file", before, after)).diff), after);
});
