import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { titleText } from "./title-text.ts";

test("a title is the first line with visible characters", () => {
  assert.equal(titleText("Fix the failing test"), "Fix the failing test");
  assert.equal(titleText("\n  \n---\nFix it\nand more"), "Fix it");
});

test("removes the quotation marks, Markdown and labels that models add to a title", () => {
  for (const text of [
    '"Fix it"',
    "**Fix it**",
    "# Fix it",
    "Title: Fix it",
    'Title: "Fix it."',
    "“Fix it”",
    "`Fix it`",
    "- Fix it.",
    "Fix it:",
  ])
    assert.equal(titleText(text), "Fix it", text);
});

test("preserves quotation marks inside a title", () => {
  assert.equal(titleText('Rename "a" to "b" everywhere'), 'Rename "a" to "b" everywhere');
});

test("removes control characters and invisible characters from a title", () => {
  assert.equal(titleText("Fix\u001b[31m it\u202e now\u0007\t!"), "Fix [31m it now !");
});

test("truncates a long title between words", () => {
  assert.equal(
    titleText("Rewrite the parser of settings so that it takes comments and trailing commas"),
    "Rewrite the parser of settings so that it takes comments…",
  );
  assert.equal(titleText("x".repeat(100)), `${"x".repeat(59)}…`);
});

test("returns undefined if a response has no visible characters", () => {
  for (const text of ["", "   \n", "***", "…"]) assert.equal(titleText(text), undefined);
});

test("a title is one short line for every response", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const title = titleText(text);
      if (title === undefined) return;
      assert.ok(Array.from(title).length <= 60);
      assert.doesNotMatch(title, /[\p{C}\n]/u);
    }),
  );
});
