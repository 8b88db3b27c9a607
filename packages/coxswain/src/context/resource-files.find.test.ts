import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { findFiles } from "./resource-files.ts";
import { resourceScene, writeFiles } from "./resource-files.fixture.ts";

const rule = { matches: (name: string) => name === "SKILL.md", owns: () => true };

const found = async ({ root, reading }: ReturnType<typeof resourceScene>, within?: string): Promise<string[]> => {
  const folder = { path: root, origin: "project" as const, ...(within === undefined ? {} : { within }) };
  const files = await Array.fromAsync(findFiles(folder, rule, reading));
  return files.map(({ names }) => names.join("/"));
};

const scene = (t: TestContext, ...paths: readonly string[]) => resourceScene(t, Object.fromEntries(paths.map((path) => [path, "x"])));

test("finds wanted files up to six levels deep, but not in a file's own folder, in .git or in node_modules", async (t) => {
  const made = scene(
    t,
    "b/SKILL.md",
    "b/in/SKILL.md",
    "a/c/SKILL.md",
    ".git/x/SKILL.md",
    "node_modules/y/SKILL.md",
    "1/2/3/4/5/6/SKILL.md",
    "1/2/3/4/5/6/7/SKILL.md",
    "b/other.md",
  );
  assert.deepEqual(await found(made), ["b/SKILL.md", "a/c/SKILL.md", "1/2/3/4/5/6/SKILL.md"]);
  assert.deepEqual(made.warnings, []);
});

test("a missing folder has no files, and causes no warning", async (t) => {
  const made = scene(t);
  const gone = { ...made, root: made.at("gone") };
  assert.deepEqual(await found(gone), []);
  assert.deepEqual(made.warnings, []);
});

test("follows links, visits each folder once, and tolerates broken and circular links", async (t) => {
  const made = scene(t, "a/SKILL.md", "note");
  symlinkSync("a", made.at("z"));
  symlinkSync("gone", made.at("broken"));
  symlinkSync("..", made.at("a2"));
  mkdirSync(made.at("d"));
  symlinkSync("../d", made.at("d/self"));
  symlinkSync("loop", made.at("loop"));
  symlinkSync("note", made.at("link-to-a-file"));
  assert.deepEqual(await found(made, made.root), ["a/SKILL.md"]);
  assert.equal(made.warnings.length, 2, made.warnings.join("\n"));
  assert.match(made.warnings.join("\n"), /a2 is a link to a file outside the project/);
  assert.match(made.warnings.join("\n"), /loop/);
});

test("no link leads out of a project: neither of a file, nor of a folder, nor of the searched folder", async (t) => {
  const outside = temporaryFolder(t);
  writeFiles(outside, { "evil/SKILL.md": "x" });
  const made = scene(t, "a/readme");
  symlinkSync("/etc/passwd", made.at("a/SKILL.md"));
  symlinkSync(outside, made.at("folder"));
  assert.deepEqual(await found(made, made.root), []);
  assert.deepEqual(made.warnings, [
    "/a/SKILL.md is a link to a file outside the project. It was not read.",
    "/folder is a link to a file outside the project. It was not read.",
  ]);
  assert.deepEqual(await found({ ...made, root: made.at("folder") }, made.root), []);
  assert.deepEqual(await found(made), ["a/SKILL.md", "folder/evil/SKILL.md"], "the user's own folders may be anywhere");
});

test("reports an unreadable folder, and finds all other files", { skip: process.getuid?.() === 0 && "root reads all" }, async (t) => {
  const made = scene(t, "a/SKILL.md", "locked/SKILL.md");
  chmodSync(made.at("locked"), 0);
  t.after(() => chmodSync(made.at("locked"), 0o700));
  assert.deepEqual(await found(made), ["a/SKILL.md"]);
  assert.equal(made.warnings.length, 1);
});

test("reports more than 2,000 folders, and skips the rest", async (t) => {
  const made = scene(t);
  for (let number = 0; number < 2_010; number++) mkdirSync(made.at(String(number)));
  writeFiles(made.root, { "zz/SKILL.md": "x" });
  assert.deepEqual(await found(made), []);
  assert.match(made.warnings.join(), /more than 2000 folders/);
});
