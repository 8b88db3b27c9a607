import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exactLines, hasInvisible } from "./exact-lines.ts";

const shown = (text: string, columns = 40): readonly string[] => exactLines(text, { columns, margin: "| " });

test("gives each line a margin, even an empty one, so that content cannot pass for the text around it", () => {
  assert.deepEqual(shown("echo a\n\nAllow it? y"), ["| echo a", "|", "| Allow it? y"]);
});

test("T9: shows hidden and control characters as codes, including a false line break", () => {
  const hidden = "a\u001b[2J\u0007\r\u202e\u200b\u200d\u00ad\u2066\u{e0041}\ufe0f\u3164\u2800\u00a0\u2028b";
  const [line = ""] = shown(hidden, 400);
  assert.match(line, /^\| a\\x1b\[2J\\x07\\x0d\\u\{202e\}\\u\{200b\}\\u\{200d\}\\xad[\x20-\x7e]*b$/);
  assert.ok(hasInvisible(hidden));
  assert.ok(!hasInvisible("plain text,\n\tgrüße 漢字"));
});

test("shows tabs and trailing spaces", () => {
  assert.deepEqual(shown("\tall:  \n "), ["| →   all:··", "| ·"]);
});

test("wraps a long line before the screen does, with a continuation margin", () => {
  assert.deepEqual(shown(`echo ${"x".repeat(30)}`, 23), [`| echo ${"x".repeat(15)}`, `: ${"x".repeat(15)}`]);
  assert.deepEqual(shown("rm -rf /tmp/a / tmp", 17), ["| rm -rf /tmp/a·", ": / tmp"]);
});

test("limits lines to the screen width and starts each with a valid margin", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 12, max: 60 }), (text, columns) => {
      for (const line of shown(text, columns)) {
        assert.ok(line.length <= columns, line);
        assert.match(line, /^(?:\||:)(?: |$)/);
        assert.ok(!hasInvisible(line), line);
      }
    }),
  );
});

test("A11: shows marks beyond the 8th of a character as codes", () => {
  const [line = ""] = exactLines(`rm a${"\u0301".repeat(10)}`, { columns: 80, margin: "| " });
  assert.equal(line, `| rm a${"\u0301".repeat(8)}\\u{0301}\\u{0301}`);
});
