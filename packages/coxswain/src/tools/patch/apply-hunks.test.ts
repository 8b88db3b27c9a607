import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyHunks } from "./apply-hunks.ts";
import { parsePatch } from "./parse-patch.ts";

const patched = (text: string, ...lines: readonly string[]) => {
  const [change] = parsePatch(["*** Begin Patch", "*** Update File: a", ...lines, "*** End Patch"].join("\n"));
  assert.ok(change?.kind === "update");
  return applyHunks(text, change.hunks, "a");
};

const ROWS: readonly (readonly [what: string, text: string, lines: readonly string[], expected: string])[] = [
  ["applies hunks in order", "a\nb\na\nb\n", [" a", "-b", "+1", "@@", "-b", "+2"], "a\n1\na\n2\n"],
  ["searches after the header", "f:\n x\ng:\n x\n", ["@@ g:", "- x", "+ y"], "f:\n x\ng:\n y\n"],
  ["searches each header after the previous one", "A\n f\nB\n f\n  x\n", ["@@ B", "@@  f", "-  x", "+  y"], "A\n f\nB\n f\n  y\n"],
  ["accepts a header that is also a line", "f:\n x\n", ["@@ f:", " f:", "- x", "+ y"], "f:\n y\n"],
  ["accepts two hunks with the same header", "f:\n x\n y\n", ["@@ f:", "- x", "+ X", "@@ f:", "- y", "+ Y"], "f:\n X\n Y\n"],
  ["applies a hunk before new lines at the end", "a\nb\n", ["@@", "+z", "@@", "-b", "+B"], "a\nB\nz\n"],
  ["T13: replaces a last line without a newline by two", "no newline", ["-no newline", "+first", "+second"], "first\nsecond"],
  ["appends new lines without old ones", "a\n", ["@@", "+b"], "a\nb\n"],
  ["inserts new lines without old ones after the header", "a\nb\n", ["@@ a", "+x"], "a\nx\nb\n"],
  ["prefers a match at the end of the file", "x\na\nx\n", ["-x", "+y", "*** End of File"], "x\na\ny\n"],
  ["adds lines to an empty file", "", ["@@", "+a"], "a\n"],
  ["removes all lines", "a\nb\n", ["-a", "-b"], ""],
  ["T13: adds no final newline", "a\nb", [" a", "-b", "+c"], "a\nc"],
  ["T13: adds no final newline with new lines", "a", [" a", "+b"], "a\nb"],
  ["T13: removes a last line without a newline", "a\nb", [" a", "-b"], "a"],
  ["T13: preserves line ends, also in new lines", "a\r\nb\r\n", [" a", "-b", "+c", "+d"], "a\r\nc\r\nd\r\n"],
  ["T13: preserves the line end between two changes", "a\r\nk\nb\r\nz\r\n", ["-a", "+A", " k", "-b", "+B"], "A\r\nk\nB\r\nz\r\n"],
  ["ignores and preserves trailing white space", "a  \nb\n", [" a", "-b", "+c"], "a  \nc\n"],
  ["converts a different indentation", "\tif x:\n\t\ty\n", ["     if x:", "-        y", "+        z"], "\tif x:\n\t\tz\n"],
  ["matches and preserves look-alike characters", "“a” – b\nc\n", [' "a" - b', "-c", "+d"], "“a” – b\nd\n"],
];

for (const [what, text, lines, expected] of ROWS) test(what, () => assert.equal(patched(text, ...lines).text, expected));

test("reports the most similar lines for lines that were not found", () => {
  assert.throws(() => patched("one\ntwo words\n", " one", "-two wrods", "+3"), {
    name: "ToolError",
    message: /not in a after the previous part[^]*two wrods[^]*most similar text[^]*2\ttwo words/,
  });
  assert.throws(() => patched("one\n", "@@ def f():", "+x"), { name: "ToolError", message: /def f\(\):/ });
});

test("applies a patch of 2000 hunks to 100,000 lines, and reports a mismatch in repetitive lines briefly", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
  const parts = Array.from({ length: 2000 }, (_, at) => ["@@", `-line ${at * 50}`, `+  new ${at}`]).flat();
  assert.equal(patched(many.join("\n"), ...parts).text, many.map((line, at) => (at % 50 === 0 ? `  new ${at / 50}` : line)).join("\n"));
  const lines = [...Array.from({ length: 50_000 }, () => "-x"), "-y"];
  assert.throws(
    () => patched("x\n".repeat(100_000), ...lines),
    ({ message }: Error) => message.includes("… (49981 more lines)") && message.length < 10_000,
  );
});

test("changes lines that are not at the end of the file as expected, and reports it", () => {
  const { text, notes } = patched("a\nb\n", "-a", "+c", "*** End of File");
  assert.equal(text, "c\nb\n");
  assert.match(notes.join(), /line 1: the lines are not at the end of the file/);
});

test("changes the first of two matches, and reports it", () => {
  const { text, notes } = patched("a\nx\na\n", "-a", "+b");
  assert.equal(text, "b\nx\na\n");
  assert.match(notes.join(), /line 1 and at line 3/);
});

test("a patch of random strings produces the string it was made from, with mixed line ends and without a final one", () => {
  const line = fc.constantFrom("a", "b", "c", "  d");
  const op = fc.record({ kind: fc.constantFrom("keep", "remove", "add"), text: line, end: fc.constantFrom("\n", "\r\n") });
  fc.assert(
    fc.property(fc.array(op, { minLength: 1, maxLength: 12 }), fc.boolean(), (ops, final) => {
      fc.pre(ops.some(({ kind }) => kind !== "keep"));
      const there = ops.filter(({ kind }) => kind !== "add");
      const whole = there.map(({ text, end }) => text + end).join("");
      const text = final ? whole : whole.replace(/\r?\n$/, "");
      const marks = { keep: " ", remove: "-", add: "+" } as const;
      const result = patched(text, "@@", ...ops.map(({ kind, text: one }) => marks[kind] + one)).text;
      const expected = ops.flatMap((one) => (one.kind === "remove" ? [] : [one.text]));
      assert.equal(result.replaceAll("\r\n", "\n").replace(/\n$/, ""), expected.join("\n").replace(/\n$/, ""));
    }),
  );
});
