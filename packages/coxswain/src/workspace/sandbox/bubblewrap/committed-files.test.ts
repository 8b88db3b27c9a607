import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { confinedWorkspace } from "../sandbox.fixture.ts";

/** Creates a repository with secret files, one of which was changed since the commit. */
const repository = async (t: TestContext) => {
  const made = await confinedWorkspace(t, { unsearched: (path) => /\/\.env[^/]*$|\.pem$/.test(path) });
  if (made === undefined) return undefined;
  const { root, at } = made;
  const git = (...args: readonly string[]): string => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  git("init", "-q");
  git("config", "user.name", "Ada");
  git("config", "user.email", "ada@example.org");
  mkdirSync(at("test", ".vscode"), { recursive: true });
  writeFileSync(at(".env"), "MODE=test\n");
  writeFileSync(at("test", ".vscode", "odd [name]\n.pem"), "a key for tests\n", { mode: 0o755 });
  git("add", "-A");
  git("commit", "-qm", "one");
  writeFileSync(at(".env"), "MODE=test\nKEY=real\n");
  writeFileSync(at(".env.local"), "KEY=other\n");
  writeFileSync(at(".git", "info", "exclude"), ".env.local\n");
  return { ...made, git };
};

test("a command sees the committed content of a secret file, and git works as usual", async (t) => {
  const made = await repository(t);
  if (made === undefined) return;
  const { workspace, git, at } = made;
  const run = async (command: string): Promise<string> => (await workspace.spawn(command)).output.head;
  assert.equal(await run("cat .env test/.vscode/*.pem; stat -c %A test/.vscode/*.pem"), "MODE=test\na key for tests\n-rwxr-xr-x\n");
  assert.equal(await run("git status --short"), "");
  assert.equal(await run("echo new > b; git add -A && git commit -qm two && git show --stat --format=%s | head -3"), "two\n\n b | 1 +\n");
  assert.equal(await run("echo 1 > b; git stash -q && git switch -qc other && git rebase -q HEAD~1 && git stash pop -q && cat b"), "1\n");
  assert.match(await run("cat .env.local; echo x >> .env"), /\.env\.local: Permission denied\n.*\.env: Read-only file system\n$/s);
  assert.equal(readFileSync(at(".env"), "utf8"), "MODE=test\nKEY=real\n");
  assert.equal(git("status", "--short"), " M .env\n M b\n");
});

test("a submodule's secrets, and uncommitted ones, appear empty", async (t) => {
  const made = await repository(t);
  if (made === undefined) return;
  const { workspace, git, at } = made;
  git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", at(), "below");
  writeFileSync(at("below", ".env"), "KEY=real\n");
  const { output } = await workspace.spawn("cat .env below/.env .env.local");
  assert.match(output.head, /^MODE=test\n.*below\/\.env: Permission denied\n.*\.env\.local: Permission denied\n$/s);
});
