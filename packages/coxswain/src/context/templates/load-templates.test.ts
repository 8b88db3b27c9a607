import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { resourceScene } from "../resource-files/resources.fixture.ts";
import { loadTemplates } from "./load-templates.ts";

const load = async (t: TestContext, files: Readonly<Record<string, string>>) => {
  const { root, reading, warnings, at } = resourceScene(t, files);
  return { templates: await loadTemplates([{ path: root, origin: "project" }], ["compact"], reading), warnings, at };
};

test("names a template after its file, with the sub-folder as a prefix", async (t) => {
  const { templates, warnings, at } = await load(t, {
    "review.md": "---\ndescription: Reviews a file.\nargument-hint: [file] [line]\n---\nReview $1.",
    "web/ui/check.md": "\nLook at it.\nWell.",
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
    { name: "web:ui:check", description: "Look at it.", path: at("web/ui/check.md"), body: "Look at it.\nWell.", origin: "project" },
  ]);
  assert.deepEqual(warnings, []);
});

test("skips an empty template, one with an invalid name, and one named like a command, with a warning", async (t) => {
  const { templates, warnings } = await load(t, {
    "empty.md": "---\ndescription: Empty.\n---\n",
    "two words.md": "x",
    "compact.md": "x",
    "skill/pdf.md": "x",
    "fine.md": "---\n: [\n---\nStill said.",
  });
  assert.deepEqual(
    templates.map(({ name, body }) => [name, body]),
    [["fine", "Still said."]],
  );
  assert.equal(warnings.length, 5);
  assert.equal(warnings[0], "/compact.md is left out: /compact is a command of its own.");
  assert.equal(warnings[1], "/empty.md is not a valid prompt template: it is empty.");
  assert.match(warnings[2] ?? "", /^The front matter of \/fine.md cannot be read .+: the template is taken without it\.$/);
  assert.match(warnings[3] ?? "", /^\/two words.md is no prompt template: its name has more than/);
  assert.equal(warnings[4], "/skill/pdf.md is left out: /skill:pdf is a command of its own.");
});
