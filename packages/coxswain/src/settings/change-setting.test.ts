import assert from "node:assert/strict";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { changeSetting } from "./change-setting.ts";
import { SettingsError } from "./errors.ts";

const posix = { skip: process.platform === "win32" };

const place = (t: TestContext) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-change-")));
  t.after(() => rmSync(root, { recursive: true }));
  const project = join(root, "project");
  mkdirSync(project);
  return {
    root,
    path: join(root, "config", "settings.json"),
    inProject: { path: join(project, ".coxswain", "settings.json"), project },
  };
};

const mode = (path: string): number => statSync(path).mode & 0o777;

test("creates a file with its folder, for its owner alone, and returns whether the file changed", posix, async (t) => {
  const { path } = place(t);
  assert.equal(await changeSetting({ path }, "model", "a/b"), true);
  assert.equal(await changeSetting({ path }, "model", "a/b"), false);
  assert.equal(await changeSetting({ path }, "thinking", undefined), false);
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), { model: "a/b" });
  assert.deepEqual([mode(path), mode(dirname(path)), readdirSync(dirname(path))], [0o600, 0o700, ["settings.json"]]);
});

test("a file preserves its mode, and a link remains a link", posix, async (t) => {
  const { root, path } = place(t);
  const dotfile = join(root, "dotfile.json");
  writeFileSync(dotfile, '{ "model": "a/b" }', { mode: 0o640 });
  mkdirSync(dirname(path));
  symlinkSync(dotfile, path);
  await changeSetting({ path }, "model", "c/d");
  assert.ok(lstatSync(path).isSymbolicLink());
  assert.deepEqual([JSON.parse(readFileSync(dotfile, "utf8")), mode(dotfile)], [{ model: "c/d" }, 0o640]);
});

test("rejects a project file that a link places outside the project", posix, async (t) => {
  const { root, inProject } = place(t);
  const outside = join(root, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "settings.json"), "{}");
  const refused = new SettingsError(`${inProject.path} resolves to a path outside the project; nothing was written.`);

  symlinkSync(outside, dirname(inProject.path));
  await assert.rejects(changeSetting(inProject, "model", "a/b"), refused);
  rmSync(dirname(inProject.path));
  mkdirSync(dirname(inProject.path));
  symlinkSync(join(outside, "settings.json"), inProject.path);
  await assert.rejects(changeSetting(inProject, "model", "a/b"), refused);
  assert.equal(readFileSync(join(outside, "settings.json"), "utf8"), "{}");

  rmSync(inProject.path);
  await changeSetting(inProject, "model", "a/b");
  assert.deepEqual(JSON.parse(readFileSync(inProject.path, "utf8")), { model: "a/b" });
});

test("L12: a rejected change does not modify the file", async (t) => {
  const { path } = place(t);
  mkdirSync(dirname(path));
  writeFileSync(path, '{ "model": "a/b" }');
  for (const [key, value] of [
    ["maxTurns", "x"],
    ["nope", 1],
  ] as const)
    await assert.rejects(changeSetting({ path }, key, value), SettingsError);
  assert.equal(readFileSync(path, "utf8"), '{ "model": "a/b" }');
  assert.deepEqual(readdirSync(dirname(path)), ["settings.json"]);
});

test("L12: a failed write is one clear error", async (t) => {
  const { root } = place(t);
  writeFileSync(join(root, "file"), "");
  await assert.rejects(
    changeSetting({ path: join(root, "file", "settings.json") }, "model", "a/b"),
    (error) => error instanceof SettingsError && /settings\.json cannot be written: E/.test(error.message),
  );
});
