import assert from "node:assert/strict";
import { test } from "node:test";
import { markColumns, matchingColumns, textIn, wordAt } from "./row-columns.ts";

const marked = (text: string): string => `[${text}]`;

test("columns count wide characters and combining marks, not styles", () => {
  assert.equal(textIn("\u001b[1m漢字\u001b[22m e\u0301x", { from: 2, to: 6 }), "字 e\u0301");
  assert.deepEqual(matchingColumns("\u001b[1m漢字\u001b[22m ab ab", /ab/g), [
    { from: 5, to: 7 },
    { from: 8, to: 10 },
  ]);
});

test("marks ranges, and leaves the text as it is", () => {
  const row = markColumns(
    "one \u001b[1mtwo\u001b[22m three",
    [
      { from: 0, to: 3 },
      { from: 8, to: 13 },
    ],
    marked,
  );
  // oxlint-disable-next-line no-control-regex -- removes styles
  assert.equal(row.replaceAll(/\u001b\[\d*m/g, ""), "[one] two [three]");
});

test("a word ends at spaces and brackets, and a path is one", () => {
  assert.deepEqual(wordAt("see (src/a.ts)", 7), { from: 5, to: 13 });
  assert.deepEqual(wordAt("see (src/a.ts)", 4), { from: 4, to: 5 });
});
