import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { resourceScene, skillFile } from "./resource-files.fixture.ts";
import { loadSkills } from "./skills.ts";

const load = async (t: TestContext, files: Readonly<Record<string, string>>) => {
  const { root, reading, warnings, at } = resourceScene(t, files);
  return { skills: await loadSkills([{ path: root, origin: "user" }], reading), warnings, at };
};

test("loads a skill's name, description, path and body", async (t) => {
  const { skills, warnings, at } = await load(t, {
    "pdf/SKILL.md": skillFile("pdf", { body: "# PDF\n\nRead it." }),
    "pdf/scripts/a.py": "",
  });
  assert.deepEqual(skills, [
    {
      name: "pdf",
      description: "Does pdf.",
      path: at("pdf/SKILL.md"),
      folder: at("pdf"),
      body: "# PDF\n\nRead it.",
      origin: "user",
      hidden: false,
    },
  ]);
  assert.deepEqual(warnings, []);
});

test("hides a skill with disable-model-invocation from the model", async (t) => {
  const fields = "description: Deploys.\ndisable-model-invocation: true";
  const { skills } = await load(t, { "deploy/SKILL.md": skillFile("deploy", { fields }) });
  assert.equal(skills[0]?.hidden, true);
});

test("warns of a file without a description or with invalid front matter, and skips it", async (t) => {
  const { skills, warnings } = await load(t, {
    "a/SKILL.md": skillFile("a", { fields: "license: MIT" }),
    "b/SKILL.md": "Only text.",
    "c/SKILL.md": "---\n: [\n\t- 'x\n---\nBody.",
    "d/SKILL.md": skillFile("d"),
  });
  assert.deepEqual(
    skills.map(({ name }) => name),
    ["d"],
  );
  assert.equal(warnings.length, 3);
  assert.equal(warnings[0], "/a/SKILL.md is not a valid skill: it has no description.");
  assert.equal(warnings[1], "/b/SKILL.md is not a valid skill: it has no description.");
  assert.match(warnings[2] ?? "", /^\/c\/SKILL.md is not a valid skill: its front matter cannot be parsed \(.+\)\.$/);
});

test("accepts a description with a colon, and truncates a long one", async (t) => {
  const { skills, warnings } = await load(t, {
    "a/SKILL.md": skillFile("a", { fields: "description: Use when: asked for it" }),
    "b/SKILL.md": skillFile("b", { fields: `description: ${"x".repeat(2_000)}` }),
  });
  assert.equal(skills[0]?.description, "Use when: asked for it");
  assert.equal(skills[1]?.description.length, 1_024);
  assert.deepEqual(warnings, ["/b/SKILL.md has a description of more than 1024 characters. It was truncated."]);
});

test("finds a skill whose file has a lower-case name", async (t) => {
  const { skills, warnings } = await load(t, { "pdf/skill.md": skillFile("pdf"), "csv/Skill.md": skillFile("csv") });
  assert.deepEqual(skills.map(({ name }) => name).toSorted(), ["csv", "pdf"]);
  assert.deepEqual(warnings, []);
});

test("accepts names in any script without a warning", async (t) => {
  const names = ["日本語", "über-setzen", "перевод", "हिन्दी", "한국어-2", "ترجمة"];
  const { skills, warnings } = await load(t, Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillFile(name)])));
  assert.deepEqual(skills.map(({ name }) => name).toSorted(), names.toSorted());
  assert.deepEqual(warnings, []);
});

test("warns of a name outside the standard, and uses it if possible", async (t) => {
  const { skills, warnings } = await load(t, {
    "one/SKILL.md": skillFile("other"),
    "two/SKILL.md": skillFile("not a name"),
    "three/SKILL.md": "---\ndescription: Has none.\n---\n",
    "Four_4/SKILL.md": skillFile("Four_4"),
    "no name/SKILL.md": skillFile("</skill>"),
  });
  assert.deepEqual(skills.map(({ name }) => name).toSorted(), ["Four_4", "other", "three", "two"]);
  assert.deepEqual(warnings.toSorted(), [
    "/Four_4/SKILL.md has the name Four_4. The standard allows only lower-case letters, digits and single hyphens.",
    "/no name/SKILL.md is not a valid skill: neither its name nor its folder's name is valid.",
    "/one/SKILL.md has the name other, which differs from the name of its folder.",
    "/three/SKILL.md has no name. The name of its folder is used: three.",
    "/two/SKILL.md has an invalid name. The name of its folder is used: two.",
  ]);
});

test("loads a thousand skills", async (t) => {
  const files = Array.from({ length: 1_000 }, (_, at) => [`s${at}/SKILL.md`, skillFile(`s${at}`)] as const);
  const { skills, warnings } = await load(t, Object.fromEntries(files));
  assert.equal(skills.length, 1_000);
  assert.deepEqual(warnings, []);
});

test("S0-61: a file directly in the skills folder is a skill of its file's name, without a folder", async (t) => {
  const { skills, warnings, at } = await load(t, {
    "greet.md": "# Greeting\n\nSay ahoy.",
    "review.md": "---\ndescription: Reviews code.\n---\nLook closely.",
    "notes/other.md": "Only a note.",
    "pdf/SKILL.md": skillFile("pdf"),
    "pdf/reference.md": "Part of pdf.",
  });
  assert.deepEqual(
    skills.map(({ name, description, hidden }) => [name, description, hidden]),
    [
      ["greet", "Greeting", true],
      ["review", "Reviews code.", false],
      ["pdf", "Does pdf.", false],
    ],
  );
  assert.deepEqual(skills[0], {
    name: "greet",
    description: "Greeting",
    path: at("greet.md"),
    body: "# Greeting\n\nSay ahoy.",
    origin: "user",
    hidden: true,
  });
  assert.deepEqual(warnings, []);
});

test("a readme, a hidden file, an empty file and the files beside a SKILL.md are not skills", async (t) => {
  const { skills, warnings } = await load(t, { "README.md": "About.", ".draft.md": "Later.", "empty.md": "\n", "two words.md": "Text." });
  assert.deepEqual(skills, []);
  assert.deepEqual(warnings, [
    "/empty.md is not a valid skill: it has no text.",
    "/two words.md is not a valid skill: neither its name nor its file's name is valid.",
  ]);
  const one = await load(t, { "SKILL.md": skillFile("all"), "reference.md": "Part of it.", "pdf/SKILL.md": skillFile("pdf") });
  assert.deepEqual(
    one.skills.map(({ name }) => name),
    ["all"],
  );
});

test("a skill file's own name counts, with a warning if it differs from the file's", async (t) => {
  const { skills, warnings } = await load(t, { "a.md": "---\nname: tide\n---\nText.", "b.md": "---\nname: -\n---\nText." });
  assert.deepEqual(
    skills.map(({ name }) => name),
    ["tide", "b"],
  );
  assert.deepEqual(warnings, [
    "/a.md has the name tide, which differs from the name of its file.",
    "/b.md has an invalid name. The name of its file is used: b.",
  ]);
});
