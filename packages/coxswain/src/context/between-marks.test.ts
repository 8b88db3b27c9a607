import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inTags } from "./between-marks.ts";

test("puts content between two tags, with its attributes in the opening one", () => {
  assert.equal(inTags("carried", "a\nb", { name: 'the "files"' }), '<carried name="the \\"files\\"">\na\nb\n</carried>');
});

test("content cannot close its own tag, in upper or lower case", () => {
  const closing = fc.constantFrom("</skill>", "</Skill >", "</skill-2>", "</SKILL-3\n>", "</skills>", "x", "\n");
  fc.assert(
    fc.property(
      fc.array(closing).map((parts) => parts.join("")),
      (text) => {
        const told = inTags("skill", text);
        const mark = /^<(skill(?:-\d+)?)>/.exec(told)?.[1] ?? assert.fail(told);
        assert.equal(told.toLowerCase().indexOf(`</${mark}`), told.length - `</${mark}>`.length);
      },
    ),
  );
});
