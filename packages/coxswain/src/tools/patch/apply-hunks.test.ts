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
  ["parts are applied one after the other", "a\nb\na\nb\n", [" a", "-b", "+1", "@@", "-b", "+2"], "a\n1\na\n2\n"],
  ["a header says after which line to look", "f:\n x\ng:\n x\n", ["@@ g:", "- x", "+ y"], "f:\n x\ng:\n y\n"],
  ["headers lead from one to the next", "A\n f\nB\n f\n  x\n", ["@@ B", "@@  f", "-  x", "+  y"], "A\n f\nB\n f\n  y\n"],
  ["a header may be given as a line too", "f:\n x\n", ["@@ f:", " f:", "- x", "+ y"], "f:\n y\n"],
  ["two parts below the same line may both name it", "f:\n x\n y\n", ["@@ f:", "- x", "+ X", "@@ f:", "- y", "+ Y"], "f:\n X\n Y\n"],
  ["a part may stand before new lines at the end", "a\nb\n", ["@@", "+z", "@@", "-b", "+B"], "a\nB\nz\n"],
  ["T13: the last line without a final newline becomes two", "no newline", ["-no newline", "+first", "+second"], "first\nsecond"],
  ["new lines alone come at the end", "a\n", ["@@", "+b"], "a\nb\n"],
  ["new lines alone come after the line that is named", "a\nb\n", ["@@ a", "+x"], "a\nx\nb\n"],
  ["lines at the end are looked for there", "x\na\nx\n", ["-x", "+y", "*** End of File"], "x\na\ny\n"],
  ["an empty file gets lines", "", ["@@", "+a"], "a\n"],
  ["all lines may go", "a\nb\n", ["-a", "-b"], ""],
  ["T13: no final newline is added", "a\nb", [" a", "-b", "+c"], "a\nc"],
  ["T13: no final newline is added by new lines", "a", [" a", "+b"], "a\nb"],
  ["T13: the last of lines without a final newline goes", "a\nb", [" a", "-b"], "a"],
  ["T13: line ends stay, and new lines take the file's", "a\r\nb\r\n", [" a", "-b", "+c", "+d"], "a\r\nc\r\nd\r\n"],
  ["T13: a line between two changes keeps its own end", "a\r\nk\nb\r\nz\r\n", ["-a", "+A", " k", "-b", "+B"], "A\r\nk\nB\r\nz\r\n"],
  ["white space at line ends does not matter, and stays", "a  \nb\n", [" a", "-b", "+c"], "a  \nc\n"],
  ["an indentation by another rule is followed", "\tif x:\n\t\ty\n", ["     if x:", "-        y", "+        z"], "\tif x:\n\t\tz\n"],
  ["characters that look alike are found, and stay", "“a” – b\nc\n", [' "a" - b', "-c", "+d"], "“a” – b\nd\n"],
];

for (const [what, text, lines, expected] of ROWS) test(what, () => assert.equal(patched(text, ...lines).text, expected));

test("reports the most similar lines for lines that were not found", () => {
  assert.throws(() => patched("one\ntwo words\n", " one", "-two wrods", "+3"), {
    name: "ToolError",
    message: /not in a after the part before them[^]*two wrods[^]*nearest text[^]*2\ttwo words/,
  });
  assert.throws(() => patched("one\n", "@@ def f():", "+x"), { name: "ToolError", message: /def f\(\):/ });
});

test("applies a patch of 2000 hunks to 100,000 lines, and reports a mismatch in repetitive lines briefly", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
  const parts = Array.from({ length: 2000 }, (_, at) => ["@@", `-line ${at * 50}`, `+  new ${at}`]).flat();
  assert.equal(patched(many.join("\n"), ...parts).text, many.map((line, at) => (at % 50 === 0 ? `  new ${at / 50}` : line)).join("\n"));
  const wanted = [...Array.from({ length: 50_000 }, () => "-x"), "-y"];
  assert.throws(
    () => patched("x\n".repeat(100_000), ...wanted),
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
