import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { gitPaths } from "./repository-paths.ts";

const git = (folder: string, ...args: readonly string[]): void => {
  execFileSync("git", ["-C", folder, "-c", "user.name=Ann", "-c", "user.email=a@localhost", "-c", "protocol.file.allow=always", ...args], {
    stdio: "ignore",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
};

const repository = (t: TestContext, name = "boat"): string => {
  const root = join(temporaryFolder(t), name);
  mkdirSync(root);
  git(root, "init", "--quiet");
  git(root, "commit", "--quiet", "--allow-empty", "-m", "One");
  return root;
};

test("returns the path of a possible new repository for a folder without one", (t) => {
  const root = temporaryFolder(t);
  assert.deepEqual(gitPaths(root), { writable: [], readOnly: [], missing: join(root, ".git") });
  mkdirSync(join(root, ".git"));
  assert.equal(gitPaths(root).missing, join(root, ".git"));
});

test(
  "returns no path for a new repository where this user cannot create one",
  { skip: process.getuid?.() === 0 && "root writes everywhere" },
  (t) => {
    assert.equal(gitPaths("/").missing, undefined);
    const own = temporaryFolder(t);
    chmodSync(own, 0o555);
    assert.equal(gitPaths(own).missing, join(own, ".git"));
  },
);

test("a repository is writable, except files that make git run programs", (t) => {
  const root = repository(t);
  const { writable, readOnly, missing } = gitPaths(root);
  assert.deepEqual(writable, [join(root, ".git")]);
  for (const name of ["hooks", "config", "commondir"]) assert.ok(readOnly.includes(join(root, ".git", name)), name);
  assert.equal(missing, undefined);
});

test("for a folder in a repository, the repository's own folder is writable, and no other repository may be created there", (t) => {
  const root = repository(t);
  const inner = join(root, "in");
  mkdirSync(inner);
  assert.deepEqual(gitPaths(inner).writable, [join(root, ".git")]);
  assert.equal(gitPaths(inner).missing, join(inner, ".git"));
});

test("for another working tree, the repository is writable, and the file that names it is not", (t) => {
  const root = repository(t);
  const tree = join(root, "..", "tree");
  git(root, "worktree", "add", "--quiet", tree);
  const { writable, readOnly } = gitPaths(tree);
  assert.deepEqual(writable, [join(root, ".git"), join(root, ".git", "worktrees", "tree")]);
  for (const path of [join(tree, ".git"), join(root, ".git", "hooks"), join(root, ".git", "worktrees", "tree", "commondir")])
    assert.ok(readOnly.includes(path), path);
});

test("for a submodule, its own folder in the parent repository is writable", (t) => {
  const other = repository(t, "other");
  const root = repository(t);
  git(root, "submodule", "--quiet", "add", other, "sub");
  assert.ok(gitPaths(join(root, "sub")).writable.includes(join(root, ".git", "modules", "sub")));
});

test("a file that names a folder that does not point back makes nothing writable", (t) => {
  const other = repository(t, "other");
  for (const named of [join(other, ".git"), "/etc", "/"]) {
    const root = temporaryFolder(t);
    writeFileSync(join(root, ".git"), `gitdir: ${named}\n`);
    assert.deepEqual(gitPaths(root), { writable: [], readOnly: [join(root, ".git")] });
  }
});
