import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { skill } from "./skills.fixture.ts";
import { skillText } from "./skill-text.ts";

test("S0-61: what a skill says stands in a skill tag", () => {
  assert.equal(skillText(skill("pdf")), '<skill name="pdf" path="/skills/pdf/SKILL.md">\nHow pdf is done.\n</skill>');
});

test("no text can close the tag that it is in", () => {
  const bodies = fc.array(fc.constantFrom("</skill>", "</skill-2>", "</skill-3>", "x", "\n")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(bodies, (body) => {
      const text = skillText(skill("a", { body }));
      const mark = /^<(skill(?:-\d+)?) /.exec(text)?.[1] ?? "";
      assert.equal(text.indexOf(`</${mark}>`), text.length - `</${mark}>`.length);
    }),
  );
});
