import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { projectIdentity } from "./project-identity.ts";

const place = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "identity-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const remote = (url: string): string => `[remote "origin"]\n\turl = ${url}\n`;

const COMMIT = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const BEGINNING = `${"0".repeat(40)} ${COMMIT} Ann <a@example.com> 1700000000 +0000\tcommit (initial): Begin\n`;

/** Environment that disables most of git's own configuration. */
const git = (cwd: string, ...words: readonly string[]): void => {
  const env = { PATH: process.env["PATH"], HOME: cwd, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always", ...words], {
    cwd,
    env,
    stdio: "ignore",
  });
};

const noGit = spawnSync("git", ["--version"]).status === 0 ? false : "needs git";

test("a project is its remote and the folder's path in it, whatever its location", (t) => {
  const base = place(t);
  write(join(base, "boat", ".git", "config"), remote("git@example.com:ann/boat.git"));
  mkdirSync(join(base, "boat", "packages", "hull"), { recursive: true });
  assert.equal(projectIdentity(join(base, "boat")), "example.com/ann/boat");
  assert.equal(projectIdentity(join(base, "boat", "packages", "hull")), "example.com/ann/boat//packages/hull");
  renameSync(join(base, "boat"), join(base, "ship"));
  assert.equal(projectIdentity(join(base, "ship", "packages", "hull")), "example.com/ann/boat//packages/hull");
  symlinkSync(join(base, "ship"), join(base, "link"));
  assert.equal(projectIdentity(join(base, "link")), "example.com/ann/boat");
});

test("skips an empty .git, such as a sandbox creates for a command, as git does", (t) => {
  const base = place(t);
  write(join(base, ".git", "config"), remote("git@example.com:ann/boat.git"));
  mkdirSync(join(base, "hull", ".git"), { recursive: true });
  assert.equal(projectIdentity(join(base, "hull")), "example.com/ann/boat//hull");
});

test("without `origin` the first remote with a public URL counts, and without a remote the first commit", (t) => {
  const base = place(t);
  write(join(base, ".git", "config"), '[remote "a"]\nurl = ../a\n[remote "b"]\nurl = https://example.com/b\n');
  write(join(base, ".git", "logs", "HEAD"), BEGINNING);
  assert.equal(projectIdentity(base), "example.com/b");
  writeFileSync(join(base, ".git", "config"), "[core]\n");
  assert.equal(projectIdentity(base), `commit:${COMMIT}`);
});

test("a clone's log does not begin with the first commit", (t) => {
  const base = place(t);
  write(join(base, ".git", "logs", "HEAD"), BEGINNING.replace("commit (initial): Begin", "clone: from https://example.com/x"));
  assert.equal(projectIdentity(base), undefined);
});

test("a folder that does not exist, or has no repository or no name, has no identity", (t) => {
  const base = place(t);
  assert.equal(projectIdentity(join(base, "gone")), undefined);
  mkdirSync(join(base, ".git"));
  assert.equal(projectIdentity(base), undefined);
});

test("finds working trees, submodules and bare repositories that git created", { skip: noGit }, (t) => {
  const base = place(t);
  const boat = join(base, "boat");
  const module = join(base, "module");
  for (const folder of [boat, module]) {
    git(base, "init", "-q", folder);
    git(folder, "commit", "-q", "--allow-empty", "-m", "Begin");
  }
  const first = projectIdentity(boat);
  assert.match(first ?? "", /^commit:[0-9a-f]{40}$/);
  git(boat, "worktree", "add", "-q", join(base, "tree"));
  assert.equal(projectIdentity(join(base, "tree")), first);
  git(boat, "submodule", "add", "-q", module, "inner");
  assert.equal(projectIdentity(join(boat, "inner")), `file:${module}`);
  git(boat, "remote", "add", "origin", "ssh://git@example.com/ann/boat.git");
  assert.equal(projectIdentity(boat), "example.com/ann/boat");
  assert.equal(projectIdentity(join(base, "tree")), "example.com/ann/boat");
  git(base, "clone", "-q", "--bare", boat, join(base, "bare.git"));
  assert.equal(projectIdentity(join(base, "bare.git")), `file:${boat}`);
  git(base, "clone", "-q", "--depth", "1", `file://${boat}`, join(base, "shallow"));
  assert.equal(projectIdentity(join(base, "shallow")), `file:${boat}`);
});

test("never waits for, runs, or reads without limit a file that a repository contains", { skip: process.platform === "win32" }, (t) => {
  const base = place(t);
  const folder = join(base, ".git");
  mkdirSync(folder);
  execFileSync("mkfifo", [join(folder, "config")]);
  symlinkSync("/dev/zero", join(folder, "commondir"));
  mkdirSync(join(folder, "logs", "HEAD"), { recursive: true });
  assert.equal(projectIdentity(base), undefined);
  rmSync(folder, { recursive: true });
  execFileSync("mkfifo", [folder]);
  assert.equal(projectIdentity(base), undefined);
  rmSync(folder);
  writeFileSync(folder, "gitdir: .git\n");
  assert.equal(projectIdentity(base), undefined);
  writeFileSync(folder, `gitdir: ${"x".repeat(100_000)}\n`);
  assert.equal(projectIdentity(base), undefined);
  writeFileSync(folder, "gitdir: a\0b\n");
  assert.equal(projectIdentity(base), undefined);
});

test("reads a config that is too large up to the limit", (t) => {
  const base = place(t);
  write(join(base, ".git", "config"), `${remote("https://example.com/a")}${"#".repeat(50_000_000)}`);
  assert.equal(projectIdentity(base), "example.com/a");
});
