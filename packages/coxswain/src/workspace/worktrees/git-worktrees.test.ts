import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { gitWorktrees } from "./git-worktrees.ts";

const NO_CONFIGURATION = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };

/** Creates a repository with one commit, and a folder for worktrees. */
const repository = (t: TestContext, files: Readonly<Record<string, string>> = { "a.txt": "one\n", "in/b.txt": "two\n" }) => {
  const home = temporaryFolder(t);
  const root = join(home, "boat");
  mkdirSync(root);
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", root, "-c", "user.name=Ann", "-c", "user.email=ann@localhost", ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...NO_CONFIGURATION },
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const write = (name: string, text: string): void => {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  git("add", ".");
  git("commit", "--quiet", "-m", "One");
  const folder = join(home, "data", "worktrees");
  const worktrees = gitWorktrees({ folder, env: { PATH: process.env["PATH"], HOME: home } });
  return { home, root, folder, git, write, worktrees, branches: () => git("branch", "--list", "cox/*", "--format=%(refname:short)") };
};

/** Creates a program that writes a file when it runs, as a proof. */
const trap = (home: string): { readonly command: string; readonly sprung: () => boolean } => {
  const command = join(home, "trap.sh");
  const mark = join(home, "sprung");
  writeFileSync(command, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(command, 0o755);
  return { command, sprung: () => existsSync(mark) };
};

test("a worktree has a new branch at the last commit, and is removed completely if nothing was changed", async (t) => {
  const { root, folder, git, write, worktrees, branches } = repository(t);
  write("a.txt", "not committed\n");
  const made = await worktrees.make(root, "Port the tests!");
  assert.match(made.branch, /^cox\/port-the-tests-[0-9a-f]{8}$/);
  assert.equal(readdirSync(folder).length, 1);
  assert.equal(made.folder, made.path);
  assert.equal(readFileSync(join(made.path, "a.txt"), "utf8"), "one\n");
  assert.equal(branches(), made.branch);
  assert.deepEqual(await made.end(), { kind: "removed" });
  assert.deepEqual([readdirSync(folder), branches(), git("worktree", "list").split("\n").length], [[], "", 1]);
  assert.equal(readFileSync(join(root, "a.txt"), "utf8"), "not committed\n");
});

test("for a subfolder of a repository, the worktree's folder is the same subfolder", async (t) => {
  const { root, worktrees } = repository(t);
  const made = await worktrees.make(join(root, "in"), "x");
  assert.equal(made.folder, join(made.path, "in"));
  assert.equal(readFileSync(join(made.folder, "b.txt"), "utf8"), "two\n");
  await made.end();
});

test("preserves line breaks in the names of folders", async (t) => {
  const home = temporaryFolder(t);
  const root = join(home, "two\nlines\n");
  mkdirSync(join(root, "in\nside"), { recursive: true });
  writeFileSync(join(root, "in\nside", "a.txt"), "one\n");
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=Ann", "-c", "user.email=ann@localhost", ...args], {
      env: { ...process.env, ...NO_CONFIGURATION },
    });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "One");
  const worktrees = gitWorktrees({ folder: join(home, "worktrees"), env: { PATH: process.env["PATH"], HOME: home } });
  const made = await worktrees.make(join(root, "in\nside"), "x");
  assert.equal(readFileSync(join(made.folder, "a.txt"), "utf8"), "one\n");
  assert.deepEqual(await made.end(), { kind: "removed" });
});

test("an aborted creation leaves neither a tree nor a branch", async (t) => {
  const { home, root, folder, git, worktrees, branches } = repository(t);
  const [begun, go] = [join(home, "begun"), join(home, "go")];
  // A filter from the user's settings: the tree is not complete before it ends.
  const slow = join(home, "slow.sh");
  writeFileSync(slow, `#!/bin/sh\ntouch '${begun}'\nwhile [ ! -e '${go}' ]; do sleep 0.01; done\ncat\n`, { mode: 0o755 });
  writeFileSync(join(home, ".gitconfig"), `[filter "slow"]\n\tsmudge = ${slow}\n`);
  writeFileSync(join(root, ".git", "info", "attributes"), "*.txt filter=slow\n");
  const stopping = new AbortController();
  const watching = watch(home, () => {
    if (!existsSync(begun)) return;
    watching.close();
    stopping.abort();
    writeFileSync(go, "");
  });
  await assert.rejects(worktrees.make(root, "x", stopping.signal), { name: "WorktreeError", message: /aborted/ });
  assert.deepEqual([branches(), git("worktree", "list").split("\n").length, readdirSync(folder)], ["", 1, []]);
});

test("creates nothing if the signal has already aborted", async (t) => {
  const { root, folder, worktrees, branches } = repository(t);
  const stopping = new AbortController();
  const making = worktrees.make(root, "x", stopping.signal);
  stopping.abort();
  await assert.rejects(making, { name: "WorktreeError", message: /aborted/ });
  assert.deepEqual([existsSync(folder), branches()], [false, ""]);
});

test("leaves no branch if git fails to create the tree", async (t) => {
  const { root, worktrees, branches } = repository(t);
  writeFileSync(join(root, ".git", "worktrees"), "in the way\n");
  await assert.rejects(worktrees.make(root, "x"), { name: "WorktreeError" });
  assert.equal(branches(), "");
});

test("changed, added or committed files stay, with their branch", async (t) => {
  const { root, git, worktrees, branches } = repository(t);
  const changed = await worktrees.make(root, "changed");
  writeFileSync(join(changed.path, "a.txt"), "two\n");
  writeFileSync(join(changed.path, "new.txt"), "new\n");
  assert.deepEqual(await changed.end(), { kind: "kept", changes: "2 files changed" });
  const committed = await worktrees.make(root, "committed");
  git("-C", committed.path, "commit", "--quiet", "--allow-empty", "-m", "Two");
  assert.deepEqual(await committed.end(), { kind: "kept", changes: "1 commit" });
  const moved = await worktrees.make(root, "moved");
  git("-C", moved.path, "switch", "--quiet", "-c", "elsewhere");
  git("-C", moved.path, "commit", "--quiet", "--allow-empty", "-m", "Two");
  assert.deepEqual(await moved.end(), { kind: "kept", changes: "1 commit" });
  assert.deepEqual(
    [changed, committed, moved].map(({ path }) => existsSync(path)),
    [true, true, true],
  );
  assert.equal(branches().split("\n").length, 3);
});

test("ignored files do not count as changes", async (t) => {
  const { root, worktrees } = repository(t, { ".gitignore": "out/\n" });
  const made = await worktrees.make(root, "x");
  mkdirSync(join(made.path, "out"));
  writeFileSync(join(made.path, "out", "a"), "");
  assert.deepEqual(await made.end(), { kind: "removed" });
});

test("leaves a working tree in place if its .git file was replaced", async (t) => {
  const { root, worktrees } = repository(t);
  const made = await worktrees.make(root, "x");
  writeFileSync(join(made.path, ".git"), "gitdir: /nowhere\n");
  const end = await made.end();
  assert.equal(end.kind, "kept");
  assert.ok(existsSync(made.path));
});

test("creates several at once, each separately", async (t) => {
  const { root, worktrees, branches } = repository(t);
  const made = await Promise.all(["a", "a", "b", "c"].map((label) => worktrees.make(root, label)));
  assert.equal(new Set(made.map(({ path }) => path)).size, 4);
  assert.deepEqual(
    await Promise.all(made.map((one) => one.end())),
    made.map(() => ({ kind: "removed" })),
  );
  assert.equal(branches(), "");
});

test("reports an error if there is no repository, or no commit in it", async (t) => {
  const { home, root, worktrees, write } = repository(t);
  await assert.rejects(worktrees.make(home, "x"), {
    code: "worktree",
    message: `${home} is not in a git repository, so it cannot have a worktree.`,
  });
  const empty = join(home, "empty");
  execFileSync("git", ["init", "--quiet", empty], { stdio: "ignore" });
  await assert.rejects(worktrees.make(empty, "x"), {
    message: `The repository of ${empty} has no commit yet, so it cannot have a worktree.`,
  });
  write("fresh/c.txt", "");
  await assert.rejects(worktrees.make(join(root, "fresh"), "x"), { message: /fresh is not in the last commit/ });
  assert.deepEqual(readdirSync(join(home, "data", "worktrees")), []);
  const nowhere = gitWorktrees({ folder: join(home, "data"), env: { PATH: home } });
  await assert.rejects(nowhere.make(root, "x"), { message: "Git is not on the path." });
});

test("runs no program that the repository supplies: no hook, no monitor, no filter", async (t) => {
  const { home, root, git, worktrees } = repository(t, { ".gitattributes": "*.txt filter=evil\n", "a.txt": "one\n" });
  const { command, sprung } = trap(home);
  writeFileSync(join(root, ".git", "hooks", "post-checkout"), `#!/bin/sh\n'${command}' < /dev/null\n`, { mode: 0o755 });
  git("config", "core.fsmonitor", command);
  git("config", "filter.evil.clean", command);
  git("config", "filter.evil.smudge", command);
  git("config", "filter.evil.required", "true");
  const made = await worktrees.make(root, "x");
  assert.equal(readFileSync(join(made.path, "a.txt"), "utf8"), "one\n");
  assert.deepEqual(await made.end(), { kind: "removed" });
  const changed = await worktrees.make(root, "y");
  writeFileSync(join(changed.path, "a.txt"), "two\n");
  assert.equal((await changed.end()).kind, "kept");
  assert.equal(sprung(), false);
  git("status");
  assert.equal(sprung(), true, "the trap is one");
});

test("ignores a variable that selects another repository", async (t) => {
  const { home, root, folder } = repository(t);
  const other = repository(t);
  const worktrees = gitWorktrees({ folder, env: { PATH: process.env["PATH"], HOME: home, GIT_DIR: join(other.root, ".git") } });
  const made = await worktrees.make(root, "x");
  assert.equal(other.branches(), "");
  await made.end();
});
