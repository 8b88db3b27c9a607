import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { betweenMarks } from "./between-marks.ts";

test("a text stands between two marks, with what is said of it in the first one", () => {
  assert.equal(betweenMarks("carried", "a\nb", { name: 'the "files"' }), '<carried name="the \\"files\\"">\na\nb\n</carried>');
});

test("no text can close the mark that it is in, in capitals or not", () => {
  const closing = fc.constantFrom("</skill>", "</Skill >", "</skill-2>", "</SKILL-3\n>", "</skills>", "x", "\n");
  fc.assert(
    fc.property(
      fc.array(closing).map((parts) => parts.join("")),
      (text) => {
        const told = betweenMarks("skill", text);
        const mark = /^<(skill(?:-\d+)?)>/.exec(told)?.[1] ?? assert.fail(told);
        assert.equal(told.toLowerCase().indexOf(`</${mark}`), told.length - `</${mark}>`.length);
      },
    ),
  );
});
