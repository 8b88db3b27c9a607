import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { displayWidth } from "./display-width.ts";
import { wrapLine } from "./wrap-line.ts";

test("wraps between words, with an indent from the second line on", () => {
  assert.deepEqual(wrapLine("one two three four", 9), ["one two", "  three", "  four"]);
  assert.deepEqual(wrapLine("one two", 7), ["one two"]);
  assert.deepEqual(wrapLine("  deep one two", 8, "    "), ["  deep", "    one", "    two"]);
});

test("leaves a word whole that is longer than a line", () => {
  assert.deepEqual(wrapLine("try --allow 'bash(npm_run_build_everything)' now", 16), [
    "try --allow",
    "  'bash(npm_run_build_everything)'",
    "  now",
  ]);
});

test("leaves a quoted argument whole, and wraps at an apostrophe", () => {
  assert.deepEqual(wrapLine('Continue with: cox -c "what to do next"', 30), ["Continue with: cox -c", '  "what to do next"']);
  assert.deepEqual(wrapLine("use --allow 'bash(npm test)' or `cox doctor` now", 20), [
    "use --allow",
    "  'bash(npm test)'",
    "  or `cox doctor`",
    "  now",
  ]);
  assert.deepEqual(wrapLine("the user's folder isn't there", 12), ["the user's", "  folder", "  isn't", "  there"]);
});

test("counts wide characters as two columns and combining ones as none", () => {
  assert.equal(displayWidth("船が動く"), 8);
  assert.equal(displayWidth("e\u0301a"), 2);
  assert.equal(displayWidth("ok 🚢"), 5);
  assert.deepEqual(wrapLine("船が 動く", 8), ["船が", "  動く"]);
});

test("loses no word, and exceeds the width only by a single word", () => {
  const words = fc.array(fc.stringMatching(/^[a-z(é船)-]{1,12}$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 40 }), (all, columns) => {
      const lines = wrapLine(all.join(" "), columns);
      assert.deepEqual(
        lines.flatMap((line) => line.trim().split(" ")),
        all,
      );
      for (const line of lines) assert.ok(displayWidth(line) <= columns || !line.trim().includes(" "), line);
    }),
  );
});
