import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test, type TestContext } from "node:test";
import { nodeWorkspace } from "../node/index.ts";
import type { SpawnOptions } from "../process.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";
import { confinedWorkspace } from "./sandbox.fixture.ts";

test("a confined command has its folder, its environment, its input, its exit code and its output in order", async (t) => {
  const made = await confinedWorkspace(t, { env: { ...process.env, PLAIN: "yes", MY_TOKEN: "no" } });
  if (made === undefined) return;
  const { workspace, root, at } = made;
  mkdirSync(at("in"));
  const { end, output, background, confinement } = await workspace.spawn('pwd; echo "$PLAIN$MY_TOKEN$ADDED" >&2; echo out; exit 3', {
    cwd: "in",
    env: { ADDED: "!" },
  });
  assert.equal(output.head, `${root}/in\nyes!\nout\n`);
  assert.deepEqual([end, background, confinement], [{ kind: "exit", code: 3 }, false, { kind: "bubblewrap", network: "off" }]);
  const fed = await workspace.spawn("cat; echo wrong >&2", { input: "previous\n" });
  assert.deepEqual([fed.output.head, fed.errors?.head], ["previous\n", "wrong\n"]);
  assert.deepEqual((await workspace.spawn("kill -SEGV $$")).end, { kind: "exit", code: 139 });
});

test("commands of a workspace share separate temporary folders, which are deleted with it", async (t) => {
  // Other tests create such folders at the same time.
  const own = mkdtempSync(join(tmpdir(), "cox-own-"));
  const previous = process.env["TMPDIR"];
  process.env["TMPDIR"] = own;
  t.after(() => {
    if (previous === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = previous;
    rmSync(own, { recursive: true, force: true });
  });
  const made = await confinedWorkspace(t, { env: { ...process.env, TMPDIR: "/nowhere" } });
  if (made === undefined) return;
  const { workspace } = made;
  // A name that nothing else on this machine has.
  const file = `${basename(own)}-file`;
  const { output } = await workspace.spawn(`echo stored > /tmp/${file}; mktemp -d; cat /var/tmp/${file}`);
  assert.match(output.head, /^\/tmp\/tmp\.\S+\nstored\n$/);
  assert.equal((await workspace.spawn(`cat $TMPDIR/${file}`)).output.head, "stored\n");
  assert.ok(!existsSync(`/tmp/${file}`));
  const folders = (): readonly string[] => readdirSync(own).filter((name) => name.startsWith("cox-sandbox-"));
  assert.ok(folders().length > 0);
  await workspace.close();
  assert.deepEqual(folders(), []);
});

test("T2: a confined command receives SIGTERM, and is killed with its processes if it ignores that", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  const polite = await workspace.spawn('trap "echo bye; exit" TERM; echo up; while :; do sleep 0.01; done', { timeout: 300 });
  assert.match(polite.output.head, /bye\n$/);
  assert.deepEqual(polite.end, { kind: "timeout", after: 300 });
  const stubborn = await workspace.spawn("trap '' TERM; (while :; do date +%s%N > alive; sleep 0.01; done) & while :; do sleep 1; done", {
    timeout: 300,
  });
  assert.equal(stubborn.end.kind, "timeout");
  const last = readFileSync(at("alive"), "utf8");
  await workspace.spawn("sleep 0.1");
  assert.equal(readFileSync(at("alive"), "utf8"), last, "it writes no more");
});

test("T4: a daemon of a confined command ends with it", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  const { background } = await workspace.spawn(
    "setsid -f sh -c 'while :; do date +%s%N > alive; sleep 0.01; done'; while [ ! -e alive ]; do sleep 0.01; done",
  );
  assert.equal(background, false);
  const last = readFileSync(at("alive"), "utf8");
  await workspace.spawn("sleep 0.1");
  assert.equal(readFileSync(at("alive"), "utf8"), last, "it writes no more");
});

test("T8: confined commands end with the process that started them, however that ends", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { root, workspace, at } = made;
  const program = `
    import { nodeWorkspace } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(root)}, sandbox: { mode: "required" } });
    await workspace.spawn("setsid -f sh -c 'while :; do date +%s%N > alive; sleep 0.01; done'; until [ -s alive ]; do :; done; echo up; sleep 1000", { onOutput: console.log });`;
  const child = spawn(process.execPath, [...process.execArgv, "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const silent = await workspace.spawn('last=; until [ "$(cat alive)" = "$last" ]; do last=$(cat alive); sleep 0.2; done', {
    timeout: 20_000,
  });
  assert.deepEqual(silent.end, { kind: "exit", code: 0 });
  assert.ok(existsSync(at("alive")));
});

test("a file that a command creates where programs run it automatically is renamed afterwards, and the workspace's own files stay", async (t) => {
  const root = temporaryFolder(t);
  const readOnly = [".vscode", ".npmrc", "pip.conf"].map((name) => join(root, name));
  const { workspace } = temporaryWorkspace(t, { root, sandbox: { mode: "auto", readOnly } });
  if ((await workspace.confinement()).kind === "none") return t.skip("nothing confines commands here");
  const running = workspace.spawn(
    "mkdir .vscode && echo mine > .vscode/tasks.json; ln -s /etc/hosts .npmrc; until [ -e go ]; do sleep 0.01; done",
  );
  await workspace.replace(join(root, "pip.conf"), new TextEncoder().encode("the user agreed\n"));
  writeFileSync(join(root, "go"), "");
  const { movedAway = [] } = await running;
  assert.deepEqual(
    movedAway.map(({ path }) => path),
    [join(root, ".vscode"), join(root, ".npmrc")],
  );
  assert.ok(movedAway.every(({ path, to }) => !existsSync(path) && to.startsWith(`${path}.refused-`)));
  assert.equal(readFileSync(join(movedAway[0]?.to ?? "", "tasks.json"), "utf8"), "mine\n");
  assert.equal(readFileSync(join(root, "pip.conf"), "utf8"), "the user agreed\n");
  const second = await workspace.spawn("echo more >> pip.conf");
  assert.match(second.output.head, /Read-only file system/);
});

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });

const COMMIT = "git -c user.name=Ann -c user.email=a@localhost commit --quiet --allow-empty -m Two && git log --format=%s -1";

const confinedRepository = async (t: TestContext) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return undefined;
  git(made.root, "init", "--quiet");
  git(made.root, "-c", "user.name=Ann", "-c", "user.email=a@localhost", "commit", "--quiet", "--allow-empty", "-m", "One");
  return made;
};

test("commits work in a repository, in a folder of it and in another working tree of it, but hooks cannot be written", async (t) => {
  const made = await confinedRepository(t);
  if (made === undefined) return;
  const { root, at } = made;
  const tree = join(temporaryFolder(t), "tree");
  git(root, "worktree", "add", "--quiet", tree);
  mkdirSync(at("in"));
  for (const folder of [root, at("in"), tree]) {
    const workspace = nodeWorkspace({ root: folder, sandbox: { mode: "required" } });
    t.after(() => workspace.close());
    assert.equal((await workspace.spawn(COMMIT)).output.head, "Two\n");
    const { output } = await workspace.spawn('touch "$(git rev-parse --git-common-dir)/hooks/pre-commit"; git config a.b c');
    assert.match(output.head, /Read-only file system[^]*(?:Read-only file system|resource busy)/);
  }
});

test("a command that ends before one of another workspace in the folder leaves its protection", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { workspace, root, at } = made;
  const other = nodeWorkspace({ root, sandbox: { mode: "auto" } });
  t.after(() => other.close());
  const ended = Promise.withResolvers<void>();
  const slow = workspace.spawn("echo up; until [ -e go ]; do sleep 0.01; done; ls -d .git; mkdir .git/hooks", {
    onOutput: () => ended.resolve(),
  });
  await ended.promise;
  assert.deepEqual((await other.spawn("true")).end, { kind: "exit", code: 0 });
  writeFileSync(at("go"), "");
  assert.match((await slow).output.head, /^up\n\.git\nmkdir: .*Read-only file system\n$/);
  assert.equal(existsSync(at(".git")), false);
});

test("commands of several workspaces in a folder without a repository start at once", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { root, at } = made;
  const workspaces = Array.from({ length: 3 }, () => nodeWorkspace({ root, sandbox: { mode: "auto" } }));
  t.after(() => Promise.all(workspaces.map((workspace) => workspace.close())));
  for (let round = 0; round < 4; round++) {
    const results = await Promise.all([...workspaces, ...workspaces].map((workspace) => workspace.spawn("true")));
    for (const { end, output } of results) assert.deepEqual(end, { kind: "exit", code: 0 }, output.head);
  }
  assert.equal(existsSync(at(".git")), false);
});

test("no repository can be created where there is none, and no part of one remains", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  const both = await Promise.all(["git init; sleep 0.2", "sleep 0.1; mkdir .git/hooks"].map((command) => workspace.spawn(command)));
  assert.ok(both.every(({ output }) => /Read-only file system/.test(output.head)));
  assert.equal(existsSync(at(".git")), false);
});

test("a command that starts in another folder works there instead of in the workspace's folder", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const other = temporaryFolder(t);
  const { output } = await made.workspace.spawn(`touch here && echo made; touch ${made.root}/there`, { cwd: other });
  assert.match(output.head, /^made\n/);
  assert.deepEqual(readdirSync(made.root), []);
  assert.deepEqual(readdirSync(other), ["here"]);
});

test("a writable folder from the settings is writable, and saved output can be read", async (t) => {
  const cache = temporaryFolder(t);
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", writable: [cache] } });
  if (made === undefined) return;
  const { output } = await made.workspace.spawn(`touch ${cache}/a && seq 1 20000`, { keep: { head: 10, tail: 10 } });
  assert.deepEqual(readdirSync(cache), ["a"]);
  assert.equal((await made.workspace.spawn(`tail -1 ${output.file?.path}`)).output.head, "20000\n");
});

test("a server on a command's loopback is reachable by other commands, and not from outside", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { workspace } = made;
  const up = Promise.withResolvers<string>();
  const stop = new AbortController();
  const serve =
    'const server = require("node:http").createServer((_, answer) => answer.end("served\\n")).listen(0, () => console.log(server.address().port))';
  const serving = workspace.spawn(`${process.execPath} -e '${serve}'`, { signal: stop.signal, onOutput: up.resolve });
  const port = Number(await up.promise);
  const get = `require("node:http").get("http://127.0.0.1:${port}", (answer) => answer.pipe(process.stdout)).on("error", (error) => console.log(error.code))`;
  const fetched = (how: SpawnOptions = {}) => workspace.spawn(`${process.execPath} -e '${get}'`, how);
  assert.equal((await fetched()).output.head, "served\n");
  assert.equal((await fetched({ outside: true })).output.head, "ECONNREFUSED\n");
  stop.abort();
  assert.equal((await serving).end.kind, "aborted");
});

test("links at protected paths protect their targets", async (t) => {
  const root = temporaryFolder(t);
  mkdirSync(join(root, "settings"));
  symlinkSync("settings", join(root, ".vscode"));
  const { workspace } = temporaryWorkspace(t, { root, sandbox: { mode: "auto", readOnly: [join(root, ".vscode")] } });
  if ((await workspace.confinement()).kind === "none") return t.skip("nothing confines commands here");
  assert.match((await workspace.spawn("touch settings/tasks.json")).output.head, /Read-only file system/);
});

test("hidden files cannot be read, and git neither commits them nor reports them as deleted", async (t) => {
  const made = await confinedWorkspace(t, { unsearched: (path) => path.endsWith(".env") });
  if (made === undefined) return;
  const { workspace, at, root } = made;
  writeFileSync(at(".env"), "KEY=1\n");
  chmodSync(at(".env"), 0o644);
  git(root, "init", "--quiet");
  writeFileSync(at(".gitignore"), ".env\n");
  const { output } = await workspace.spawn("cat .env; git add -A; git status --short");
  assert.equal(output.head, "cat: .env: Permission denied\nA  .gitignore\n");
  writeFileSync(at(".gitignore"), "");
  assert.match((await workspace.spawn("git add -A; git ls-files")).output.head, /can only add regular files[^]*\n\.gitignore\n$/);
});

test("a repository that the user creates while a command runs stays in place", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { root, workspace, at } = made;
  const { movedAway } = await workspace.spawn("echo up; until [ -e go ]; do sleep 0.01; done; echo x > .git/hooks/pre-commit", {
    onOutput: () => {
      execFileSync("git", ["init", "-q", "."], { cwd: root });
      writeFileSync(at("go"), "");
    },
  });
  assert.equal(movedAway, undefined);
  assert.ok(existsSync(at(".git", "HEAD")));
  assert.ok(!existsSync(at(".git", "hooks", "pre-commit")));
});
