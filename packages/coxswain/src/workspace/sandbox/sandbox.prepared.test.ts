import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import type { NodeWorkspaceOptions } from "../node/index.ts";
import type { SpawnOptions } from "../process.ts";
import { temporaryFolder } from "../workspace.fixture.ts";
import { confinedProcesses, spawnPrepared, untilPrepared } from "./prepared.fixture.ts";
import { confinedWorkspace } from "./sandbox.fixture.ts";

/** Creates a confined workspace in a repository. It prepares sandboxes until `use` is disposed. */
const preparing = async (t: TestContext, options: Partial<NodeWorkspaceOptions> = {}) => {
  const made = await confinedWorkspace(t, { unsearched: (path) => path.endsWith(".env"), ...options });
  if (made === undefined) return undefined;
  const { workspace } = made;
  const root = options.root ?? made.root;
  const at = (...parts: readonly string[]): string => join(root, ...parts);
  execFileSync("git", ["init", "--quiet", root], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
  writeFileSync(at(".env"), "KEY=1\n");
  const use = workspace.preparing?.();
  assert.ok(use);
  return { root, at, workspace, use };
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const isGone = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
};

const gone = async (...pids: readonly number[]): Promise<void> => {
  while (!pids.every(isGone)) await setTimeout(2);
};

/** Waits until a prepared sandbox is complete, and returns the processes in it. */
const untilComplete = async (prepared: number): Promise<readonly number[]> => {
  for (;;) {
    const inside = childrenOf(prepared).flatMap((first) => [first, ...childrenOf(first)]);
    if (inside.length === 2) return inside;
    await setTimeout(2);
  }
};

test("a prepared command has its folder, its environment, its exit code, and its output in order", async (t) => {
  const made = await preparing(t, { env: { ...process.env, PLAIN: "yes", MY_TOKEN: "no" }, shell: "/bin/sh" });
  if (made === undefined) return;
  const { workspace, root, at } = made;
  const command = "pwd; echo \"$PLAIN$MY_TOKEN\" >&2\nprintf '%s %s\\n' 'ä\\n' \"$0\"; touch made; cat .env; exit 3\n\n";
  const started = await workspace.spawn(command);
  const { output, end, confinement } = await spawnPrepared(workspace, command);
  assert.equal(output.head, `${root}\nyes\nä\\n /bin/sh\ncat: .env: Permission denied\n`);
  assert.equal(started.output.head, output.head);
  assert.deepEqual(
    [end, confinement],
    [
      { kind: "exit", code: 3 },
      { kind: "bubblewrap", network: "off" },
    ],
  );
  assert.ok(existsSync(at("made")));
  assert.deepEqual((await spawnPrepared(workspace, "kill -SEGV $$")).end, { kind: "exit", code: 139 });
});

test("a prepared command has the same variables, limits and descriptors as another", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace } = made;
  const command = "env | grep -v COXSWAIN_COMMAND | sort; ulimit -a; umask; ls /proc/self/fd; cat /proc/self/cgroup; ps -eo pid,args";
  const started = await workspace.spawn(command);
  const prepared = await spawnPrepared(workspace, command);
  // The first word of a process's arguments is all that may differ.
  const shown = (text: string): string => text.replaceAll(/^ *\d+ (?:bwrap|\/usr\/bin\/bwrap) .*$/gm, "bwrap");
  assert.equal(shown(prepared.output.head), shown(started.output.head));
});

test("nothing is prepared outside of a run, in a folder without a repository, or with a shell prefix", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  made.use[Symbol.dispose]();
  await made.workspace.spawn(":");
  const plain = await confinedWorkspace(t);
  const prefixed = await preparing(t, { shellPrefix: "umask 077" });
  if (plain === undefined || prefixed === undefined) return;
  using _ = plain.workspace.preparing?.();
  for (const { workspace } of [plain, prefixed]) await workspace.spawn(":");
  await setTimeout(50);
  assert.deepEqual(confinedProcesses(), []);
  assert.ok(!existsSync(plain.at(".git")));
});

test("a command with input, variables, another folder or over 4 KiB runs in a separate sandbox", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  mkdirSync(at("in"));
  const ways: readonly (readonly [string, SpawnOptions])[] = [
    ["cat", { input: "given\n" }],
    ["echo $ADDED", { env: { ADDED: "given" } }],
    ["pwd | grep -q in$ && echo given", { cwd: "in" }],
    [`echo given #${"x".repeat(4096)}`, {}],
  ];
  for (const [command, options] of ways) {
    await workspace.spawn(":");
    const prepared = await untilPrepared();
    const { group, output } = await workspace.spawn(command, options);
    assert.equal(output.head, "given\n");
    assert.notEqual(group, prepared);
  }
});

/** Changes after which a prepared sandbox is not used. */
const CHANGES: Readonly<
  Record<string, (made: { readonly at: (...parts: readonly string[]) => string; readonly prepared: number }) => unknown>
> = {
  "a protected file that did not exist": ({ at }) => {
    mkdirSync(at(".git", "hooks"), { recursive: true });
    writeFileSync(at(".git", "config.worktree"), "");
  },
  "another file at a mount": ({ at }) => {
    writeFileSync(at("new"), "KEY=2\n");
    renameSync(at("new"), at(".env"));
  },
  "another folder at a mount": ({ at }) => {
    renameSync(at(".git"), at("old"));
    execFileSync("cp", ["-r", at("old"), at(".git")]);
  },
  "the end of its processes": async ({ prepared }) => {
    const inside = await untilComplete(prepared);
    process.kill(-prepared, "SIGKILL");
    await gone(prepared, ...inside);
  },
  "the end of its shell": async ({ prepared }) => {
    const [, shell = 0] = await untilComplete(prepared);
    process.kill(shell, "SIGKILL");
    await gone(prepared);
  },
};

for (const [name, change] of Object.entries(CHANGES)) {
  test(`a prepared sandbox is not used after ${name}, and the command runs in another one`, async (t) => {
    const made = await preparing(t);
    if (made === undefined) return;
    const { workspace, at } = made;
    await workspace.spawn(":");
    const prepared = await untilPrepared();
    await change({ at, prepared });
    const { group, output } = await workspace.spawn("cat .env; echo ran; touch .git/config .git/config.worktree");
    assert.notEqual(group, prepared);
    assert.match(output.head, /^cat: .env: Permission denied\nran\n.*'.git\/config'.*Read-only/);
    await gone(prepared);
  });
}

test("a prepared sandbox with another mount than planned is not used", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace } = made;
  await workspace.spawn(":");
  const prepared = await untilPrepared();
  const [first] = await untilComplete(prepared);
  const { status } = spawnSync("nsenter", ["--mount", "-t", String(first), "--", "mount", "-t", "tmpfs", "none", "/mnt"]);
  if (status !== 0) return t.skip("this user cannot mount in the sandbox");
  const { group, output } = await workspace.spawn("touch /mnt/x");
  assert.notEqual(group, prepared);
  assert.match(output.head, /Read-only file system/);
  await gone(prepared);
});

test("a prepared sandbox ends with the last run that uses it", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace, use } = made;
  const other = workspace.preparing?.();
  await workspace.spawn(":");
  const prepared = await untilPrepared();
  const inside = await untilComplete(prepared);
  use[Symbol.dispose]();
  use[Symbol.dispose]();
  assert.deepEqual([prepared, ...inside].filter(isGone), []);
  other?.[Symbol.dispose]();
  await gone(prepared, ...inside);
});

test("a prepared sandbox ends before its workspace is closed", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  await made.workspace.spawn(":");
  const prepared = await untilPrepared();
  await made.workspace.close();
  assert.ok(isGone(prepared));
});

test("T8: a prepared sandbox ends with the process that prepared it, however that ends", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const program = `
    import { nodeWorkspace } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(made.root)}, sandbox: { mode: "required" } });
    workspace.preparing();
    await workspace.spawn(":");
    console.log("up");
    setInterval(() => {}, 1000);`;
  for (const wait of [true, false]) {
    const owner = spawn(process.execPath, [...process.execArgv, "--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(owner.stdout, "data");
    const prepared = await untilPrepared(owner.pid);
    const inside = wait ? await untilComplete(prepared) : [];
    owner.kill("SIGKILL");
    await gone(prepared, ...inside);
  }
});

test("a process whose work is done ends although a sandbox is prepared", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const program = `
    import { nodeWorkspace } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(made.root)}, sandbox: { mode: "required" } });
    workspace.preparing();
    await workspace.spawn(":");
    const { output } = await workspace.spawn("echo done");
    console.log(output.head);`;
  const { stdout, status } = spawnSync(process.execPath, [...process.execArgv, "--input-type=module", "-e", program], { encoding: "utf8" });
  assert.deepEqual([stdout, status], ["done\n\n", 0]);
});

test("an aborted command does not start in a prepared sandbox", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  await workspace.spawn(":");
  const prepared = await untilPrepared();
  const stop = new AbortController();
  const running = workspace.spawn("sleep 5; touch made", { signal: stop.signal });
  stop.abort();
  assert.deepEqual((await running).end, { kind: "aborted" });
  assert.ok(!existsSync(at("made")));
  await gone(prepared);
});

test("T2: a prepared command receives SIGTERM, and is killed with its processes if it ignores that", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  const polite = await spawnPrepared(workspace, 'trap "echo bye; exit" TERM; echo up; while :; do sleep 0.01; done', { timeout: 500 });
  assert.match(polite.output.head, /bye\n$/);
  assert.deepEqual(polite.end, { kind: "timeout", after: 500 });
  const endless = "trap '' TERM; (while :; do date +%s%N > alive; sleep 0.01; done) & while :; do sleep 1; done";
  assert.equal((await spawnPrepared(workspace, endless, { timeout: 500 })).end.kind, "timeout");
  const last = readFileSync(at("alive"), "utf8");
  await workspace.spawn("sleep 0.1");
  assert.equal(readFileSync(at("alive"), "utf8"), last, "it writes no more");
});

test("T4: a daemon of a prepared command ends with it", async (t) => {
  const made = await preparing(t);
  if (made === undefined) return;
  const { workspace, at } = made;
  const daemon = "setsid -f sh -c 'while :; do date +%s%N > alive; sleep 0.01; done'; while [ ! -e alive ]; do sleep 0.01; done";
  assert.equal((await spawnPrepared(workspace, daemon)).background, false);
  const last = readFileSync(at("alive"), "utf8");
  await workspace.spawn("sleep 0.1");
  assert.equal(readFileSync(at("alive"), "utf8"), last, "it writes no more");
});

test("a file that a prepared command creates where programs run it automatically is renamed afterwards", async (t) => {
  const root = temporaryFolder(t);
  const made = await preparing(t, { root, sandbox: { mode: "auto", readOnly: [join(root, ".vscode")] } });
  if (made === undefined) return;
  const { movedAway = [] } = await spawnPrepared(made.workspace, "mkdir .vscode && echo {} > .vscode/tasks.json");
  assert.deepEqual(
    movedAway.map(({ path }) => path),
    [join(root, ".vscode")],
  );
  assert.ok(!existsSync(join(root, ".vscode")));
});
