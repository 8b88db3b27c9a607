import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gitBranch } from "./git-branch.ts";

const root = mkdtempSync(join(tmpdir(), "cox-branch-"));
after(() => rmSync(root, { recursive: true }));

const git = (cwd: string, ...words: readonly string[]): void => {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...words], { cwd, stdio: "ignore" });
};

const repository = join(root, "repository");
mkdirSync(join(repository, "below"), { recursive: true });
git(repository, "init", "--initial-branch", "feature/x");
git(repository, "commit", "--allow-empty", "-m", "one");

test("finds the branch of a repository, also from a folder below", async () => {
  assert.equal(await gitBranch(repository), "feature/x");
  assert.equal(await gitBranch(join(repository, "below")), "feature/x");
});

test("finds the branch of a worktree", async () => {
  git(repository, "worktree", "add", "-b", "other", join(root, "worktree"));
  assert.equal(await gitBranch(join(root, "worktree")), "other");
});

test("returns the beginning of the commit if no branch is checked out", async () => {
  git(repository, "worktree", "add", "--detach", join(root, "detached"));
  assert.match((await gitBranch(join(root, "detached"))) ?? "", /^[0-9a-f]{7}$/);
});

test("returns undefined outside of a repository, and for files of another form", async () => {
  const strange = join(root, "strange");
  mkdirSync(join(strange, ".git"), { recursive: true });
  writeFileSync(join(strange, ".git", "HEAD"), "ref: refs/heads/.invalid\n");
  assert.equal(await gitBranch(strange), undefined);
  writeFileSync(join(strange, ".git", "HEAD"), "x".repeat(10_000));
  assert.equal(await gitBranch(strange), undefined);
  rmSync(join(strange, ".git"), { recursive: true });
  writeFileSync(join(strange, ".git"), "gitdir:\n");
  assert.equal(await gitBranch(strange), undefined);
});

test("a pipe in place of a file of Git is not waited for", { skip: process.platform === "win32" }, async () => {
  const folder = join(root, "pipe");
  mkdirSync(join(folder, ".git"), { recursive: true });
  execFileSync("mkfifo", [join(folder, ".git", "HEAD")]);
  assert.equal(await gitBranch(folder), undefined);
});
