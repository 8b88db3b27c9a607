import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { SettingsError } from "./errors.ts";
import { projectRoot } from "./project.ts";

const folder = (t: TestContext): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "cox-project-")));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
};

const repository = (path: string): void => {
  mkdirSync(join(path, ".git"));
  writeFileSync(join(path, ".git", "HEAD"), "ref: refs/heads/main\n");
};

test("the root is the nearest ancestor with a .git, which is a folder or the file of a worktree", (t) => {
  const outer = folder(t);
  const inner = join(outer, "packages", "inner");
  repository(outer);
  mkdirSync(join(inner, "src"), { recursive: true });
  assert.equal(projectRoot(join(inner, "src")), outer);

  writeFileSync(join(inner, ".git"), "gitdir: elsewhere\n");
  assert.equal(projectRoot(join(inner, "src")), inner);
  assert.equal(projectRoot(outer), outer);
});

test("ignores an empty .git, which a sandbox creates for a command, as git does", (t) => {
  const outer = folder(t);
  const inner = join(outer, "inner");
  repository(outer);
  mkdirSync(join(inner, ".git"), { recursive: true });
  assert.equal(projectRoot(inner), outer);
});

test("without a .git, the root is the folder itself, with links resolved", (t) => {
  const real = folder(t);
  mkdirSync(join(real, "a"));
  symlinkSync(join(real, "a"), join(real, "link"));
  assert.equal(projectRoot(join(real, "link")), join(real, "a"));
});

test("a missing folder is one clear error", (t) => {
  const gone = join(folder(t), "gone");
  assert.throws(() => projectRoot(gone), new SettingsError(`${gone} does not exist or is not accessible.`));
});
