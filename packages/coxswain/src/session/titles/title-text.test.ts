import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { titleText } from "./title-text.ts";

test("a title is the first line with something to read", () => {
  assert.equal(titleText("Mend the failing test"), "Mend the failing test");
  assert.equal(titleText("\n  \n---\nMend it\nand more"), "Mend it");
});

test("what models like to put around a title goes", () => {
  for (const text of [
    '"Mend it"',
    "**Mend it**",
    "# Mend it",
    "Title: Mend it",
    'Title: "Mend it."',
    "“Mend it”",
    "`Mend it`",
    "- Mend it.",
    "Mend it:",
  ])
    assert.equal(titleText(text), "Mend it", text);
});

test("quotation marks inside of a title stay", () => {
  assert.equal(titleText('Rename "a" to "b" everywhere'), 'Rename "a" to "b" everywhere');
});

test("a title has no characters that a terminal acts on or that show as nothing", () => {
  assert.equal(titleText("Mend\u001b[31m it\u202e now\u0007\t!"), "Mend [31m it now !");
});

test("a long title is cut between words", () => {
  assert.equal(
    titleText("Rewrite the parser of settings so that it takes comments and trailing commas"),
    "Rewrite the parser of settings so that it takes comments…",
  );
  assert.equal(titleText("x".repeat(100)), `${"x".repeat(59)}…`);
});

test("where there is nothing to read there is no title", () => {
  for (const text of ["", "   \n", "***", "…"]) assert.equal(titleText(text), undefined);
});

test("whatever a model writes, a title is one short line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const title = titleText(text);
      if (title === undefined) return;
      assert.ok(Array.from(title).length <= 60);
      assert.doesNotMatch(title, /[\p{C}\n]/u);
    }),
  );
});
