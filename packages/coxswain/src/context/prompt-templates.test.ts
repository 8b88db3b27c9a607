import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { resourceScene } from "./resource-files.fixture.ts";
import { loadTemplates } from "./prompt-templates.ts";

const load = async (t: TestContext, files: Readonly<Record<string, string>>) => {
  const { root, reading, warnings, at } = resourceScene(t, files);
  return { templates: await loadTemplates([{ path: root, origin: "project" }], ["compact"], reading), warnings, at };
};

test("names a template after its file, with the sub-folder as a prefix", async (t) => {
  const { templates, warnings, at } = await load(t, {
    "review.md": "---\ndescription: Reviews a file.\nargument-hint: [file] [line]\n---\nReview $1.",
    "web/ui/check.md": "\nCheck it.\nWell.",
    "notes.txt": "no template",
  });
  assert.deepEqual(templates, [
    {
      name: "review",
      description: "Reviews a file.",
      argumentHint: "[file] [line]",
      path: at("review.md"),
      body: "Review $1.",
      origin: "project",
    },
    { name: "web:ui:check", description: "Check it.", path: at("web/ui/check.md"), body: "Check it.\nWell.", origin: "project" },
  ]);
  assert.deepEqual(warnings, []);
});

test("skips an empty template, one with an invalid name, and one named like a command, with a warning", async (t) => {
  const { templates, warnings } = await load(t, {
    "empty.md": "---\ndescription: Empty.\n---\n",
    "two words.md": "x",
    "compact.md": "x",
    "skill/pdf.md": "x",
    "fine.md": "---\n: [\n---\nStill here.",
  });
  assert.deepEqual(
    templates.map(({ name, body }) => [name, body]),
    [["fine", "Still here."]],
  );
  assert.equal(warnings.length, 5);
  assert.equal(warnings[0], "/compact.md was skipped: /compact is a built-in command.");
  assert.equal(warnings[1], "/empty.md is not a valid prompt template: it is empty.");
  assert.match(warnings[2] ?? "", /^The front matter of \/fine.md cannot be parsed .+\. The template is used without it\.$/);
  assert.match(warnings[3] ?? "", /^\/two words.md is not a valid prompt template: its name may contain only/);
  assert.equal(warnings[4], "/skill/pdf.md was skipped: /skill:pdf is a built-in command.");
});
