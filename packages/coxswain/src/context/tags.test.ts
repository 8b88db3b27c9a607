import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inTags } from "./tags.ts";

test("puts content between two tags, with its attributes in the opening one", () => {
  assert.equal(inTags("preserved", "a\nb", { name: 'the "files"' }), '<preserved name="the \\"files\\"">\na\nb\n</preserved>');
});

test("content cannot close its own tag, in upper or lower case", () => {
  const closing = fc.constantFrom("</skill>", "</Skill >", "</skill-2>", "</SKILL-3\n>", "</skills>", "x", "\n");
  fc.assert(
    fc.property(
      fc.array(closing).map((parts) => parts.join("")),
      (text) => {
        const projected = inTags("skill", text);
        const mark = /^<(skill(?:-\d+)?)>/.exec(projected)?.[1] ?? assert.fail(projected);
        assert.equal(projected.toLowerCase().indexOf(`</${mark}`), projected.length - `</${mark}>`.length);
      },
    ),
  );
});
