import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { test } from "node:test";
import { nodeWorkspace } from "./node-workspace.ts";
import type { Timers } from "../timers.ts";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";

/** Timers without a clock: `elapse` runs the pending action with the shortest delay. */
const stillTimers = (): Timers & { elapse(): void } => {
  const waiting = new Map<() => void, number>();
  return {
    now: () => 0,
    after(milliseconds, action) {
      waiting.set(action, milliseconds);
      return () => waiting.delete(action);
    },
    elapse() {
      const [next] = [...waiting].toSorted(([, one], [, other]) => one - other)[0] ?? [];
      if (next === undefined) return;
      waiting.delete(next);
      next();
    },
  };
};

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test("S0-63: a command runs in the root, and the result has its output and code", async (t) => {
  const { workspace, root } = temporaryWorkspace(t);
  const { end, output, background } = await workspace.spawn("pwd; exit 3");
  assert.deepEqual(end, { kind: "exit", code: 3 });
  assert.equal(output.head, `${root}\n`);
  assert.equal(background, false);
});

test("S0-64: a prefix precedes every command, and its aliases apply", async (t) => {
  const { workspace } = temporaryWorkspace(t, { shellPrefix: "alias greet='echo hello'" });
  assert.equal((await workspace.spawn("greet world")).output.head, "hello world\n");
});

test("S0-65: output is relayed while the command still runs", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const seen: string[] = [];
  const { end } = await workspace.spawn("echo first; while [ ! -e go ]; do sleep 0.01; done; echo second", {
    onOutput(text) {
      seen.push(text);
      if (text.includes("first")) mkdirSync(at("go"));
    },
  });
  assert.deepEqual(end, { kind: "exit", code: 0 });
  assert.deepEqual(seen, ["first\n", "second\n"]);
});

test("standard output and error are in the order of writing, including the shell's syntax errors", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { output } = await workspace.spawn("for i in 1 2 3; do echo out$i; echo err$i >&2; done");
  assert.equal(output.head, "out1\nerr1\nout2\nerr2\nout3\nerr3\n");
  assert.match((await workspace.spawn("if then")).output.head, /line 1: syntax error/);
});

test("reports a signal that ends the shell", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  assert.deepEqual((await workspace.spawn("kill -SEGV $$")).end, { kind: "killed", signal: "SIGSEGV" });
});

test("output without a folder to save it has its start and its end", async (t) => {
  const { root } = temporaryWorkspace(t);
  const { output } = await nodeWorkspace({ root }).spawn("echo begin; head -c 200000 /dev/zero; echo end", { keep: { head: 6, tail: 4 } });
  assert.deepEqual(output, { head: "begin\n", tail: "end\n", omitted: 200_000, bytes: 200_010, lines: 2 });
});

test("T1: long output is saved completely in a file that only its owner can read", async (t) => {
  const { workspace, spill } = temporaryWorkspace(t);
  const { output } = await workspace.spawn("seq 1 20000", { keep: { head: 10, tail: 12 } });
  assert.equal(output.head, "1\n2\n3\n4\n5\n");
  assert.equal(output.tail, "19999\n20000\n");
  assert.ok(output.file);
  assert.deepEqual([output.file.bytes, output.file.complete], [output.bytes, true]);
  const lines = readFileSync(output.file.path, "utf8").trimEnd().split("\n");
  assert.deepEqual([lines.length, lines[9_999]], [20_000, "10000"]);
  assert.equal(statSync(output.file.path).mode & 0o777, 0o600);
  assert.equal(statSync(spill).mode & 0o777, 0o700);
});

test("T1: the file ends at its limit, and the result reports that it is incomplete", async (t) => {
  const { workspace } = temporaryWorkspace(t, { spill: { folder: temporaryFolder(t), maxBytes: 1000 } });
  const { output } = await workspace.spawn("seq 1 20000", { keep: { head: 10, tail: 10 } });
  assert.ok(output.file);
  assert.deepEqual([output.file.bytes, output.file.complete, statSync(output.file.path).size], [1000, false, 1000]);
  assert.equal(output.tail, "999\n20000\n");
});

test("output that fits creates no file", async (t) => {
  const { workspace, spill } = temporaryWorkspace(t);
  const { output } = await workspace.spawn("echo short");
  assert.deepEqual(output, { head: "short\n", tail: "", omitted: 0, bytes: 6 });
  assert.equal(existsSync(spill), false);
});

test("a folder for saved output that cannot be created fails no command", async (t) => {
  const { workspace } = temporaryWorkspace(t, { spill: { folder: "/dev/null/output" } });
  const { end, output } = await workspace.spawn("seq 1 100", { keep: { head: 10, tail: 10 } });
  assert.deepEqual(end, { kind: "exit", code: 0 });
  assert.match(output.fileError ?? "", /ENOTDIR/);
});

test("T2: a command that exceeds its timeout is ended by SIGTERM", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { end } = await workspace.spawn("sleep 1000", { timeout: 50 });
  assert.deepEqual(end, { kind: "timeout", after: 50 });
});

test("T2: a process tree that ignores SIGTERM is killed completely", async (t) => {
  const timers = stillTimers();
  const { workspace } = temporaryWorkspace(t, { timers });
  let pids: number[] = [];
  const { end } = await workspace.spawn("trap '' TERM; sleep 1000 & echo $$ $!; while :; do sleep 1000; done", {
    onOutput(text) {
      pids = text.trim().split(" ").map(Number);
      timers.elapse();
      timers.elapse();
    },
  });
  assert.deepEqual(end, { kind: "timeout", after: 120_000 });
  assert.deepEqual(pids.map(isRunning), [false, false]);
});

test("an abort ends the process tree; a signal that has already aborted starts nothing", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const abort = new AbortController();
  const { end } = await workspace.spawn("echo up; sleep 1000", { signal: abort.signal, onOutput: () => abort.abort() });
  assert.deepEqual(end, { kind: "aborted" });
  const late = await workspace.spawn("touch started", { signal: abort.signal });
  assert.deepEqual(late.end, { kind: "aborted" });
  assert.equal(existsSync(at("started")), false);
});

test("T4: an abort also ends a daemon that has left the command's group", { skip: process.platform !== "linux" }, async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const abort = new AbortController();
  const { end, output } = await workspace.spawn(
    "setsid sh -c 'trap \"\" TERM; echo $$; exec >/dev/null 2>&1; sleep 1000; :' & sleep 1000",
    {
      signal: abort.signal,
      onOutput: () => abort.abort(),
    },
  );
  assert.deepEqual(end, { kind: "aborted" });
  const pid = Number(output.head);
  await workspace.spawn(`while kill -0 ${pid} 2>/dev/null && ! grep -q '^State:.Z' /proc/${pid}/status; do sleep 0.01; done`, {
    timeout: 5000,
  });
  assert.equal(isRunning(pid), false);
});

test("T3: a background process that holds the output open does not delay the command", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { end, output, background, duration } = await workspace.spawn("sleep 1000 & echo hi");
  assert.deepEqual([end, output.head, background], [{ kind: "exit", code: 0 }, "hi\n", true]);
  assert.ok(duration < 2000, `${duration} ms`);
});

test("T3: background processes can still write, unread, and end with the workspace", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const { output, background } = await workspace.spawn(
    "(while [ ! -e go ]; do sleep 0.01; done; seq 1 50000; touch done; sleep 1000) & echo $!",
  );
  assert.equal(background, true);
  mkdirSync(at("go"));
  await workspace.spawn("while [ ! -e done ]; do sleep 0.01; done");
  const pid = Number(output.head);
  assert.equal(isRunning(pid), true);
  await workspace.close();
  await workspace.spawn(`while kill -0 ${pid} 2>/dev/null && ! grep -q '^State:.Z' /proc/${pid}/status; do sleep 0.01; done`);
  assert.equal(isRunning(pid), false);
});

test("T6: after 200 commands no child process remains except the guard, dead or alive", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(Array.from({ length: 10 }, () => workspace.spawn("true")));
  }
  const { output } = await workspace.spawn(`ps -o pid=,stat=,args= --ppid ${process.pid} | grep -v cox-guard`);
  const others = output.head.trim().split("\n");
  assert.equal(others.length, 1, output.head);
});

test("T9: bytes that are not UTF-8 become a string that JSON can encode", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { output } = await workspace.spawn("head -c 100000 /dev/urandom; printf 'a\\0b\\xff\\r\\033[31m'");
  assert.equal(JSON.parse(JSON.stringify(output.tail)), output.tail);
  assert.ok(output.tail.endsWith("a\0b\uFFFD\r\u001B[31m"));
  assert.equal(output.bytes, 100_010);
});

test("T9: a multi-byte character is never split, whatever the limits", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  for (let head = 0; head < 9; head++) {
    const relayed: string[] = [];
    const { output } = await workspace.spawn("printf '%s' 'é€😀é€😀é€😀'", {
      keep: { head, tail: head },
      onOutput: (text) => relayed.push(text),
    });
    assert.doesNotMatch(output.head + output.tail + relayed.join(""), /\uFFFD/);
    assert.equal(Buffer.byteLength(output.head + output.tail) + output.omitted, 27);
  }
});

test("T10: there is no standard input and no terminal", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { output } = await workspace.spawn("read x; echo read $?; (read y </dev/tty) 2>/dev/null; echo tty $?; cat | wc -c");
  assert.equal(output.head, "read 1\ntty 1\n0\n");
});

test("T10: git neither pages, nor prompts, nor opens an editor", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const git = "git -c user.name=x -c user.email=x@x";
  const { end, output } = await workspace.spawn(
    `git init -q . && echo 1 > f && git add f && ${git} commit -qm first && git log && echo 2 > f && ${git} commit -a; echo code $?`,
  );
  assert.deepEqual(end, { kind: "exit", code: 0 });
  assert.match(output.head, /first\n[^]*editor 'false'[^]*code 1\n$/);
});

test("a variable in the options reaches the command, secret or not", async (t) => {
  const { workspace } = temporaryWorkspace(t, { env: { ...process.env, MY_TOKEN: "canary", PLAIN: "yes" } });
  assert.equal((await workspace.spawn('echo "[$MY_TOKEN][$PLAIN]"')).output.head, "[][yes]\n");
  assert.equal((await workspace.spawn('echo "[$MY_TOKEN]"', { env: { MY_TOKEN: "given" } })).output.head, "[given]\n");
});

test("T11: a removed folder is a ProcessError, and no other folder is used", async (t) => {
  const { workspace, root, at } = temporaryWorkspace(t);
  await assert.rejects(workspace.spawn("true", { cwd: at("none") }), { name: "ProcessError", code: "process_start" });
  rmSync(root, { recursive: true });
  await assert.rejects(workspace.spawn("true"), { name: "ProcessError", message: /does not exist/ });
});

test("T11: runs nothing in the folder below an unmounted file system", async (t) => {
  const mounted = temporaryFolder(t);
  if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", mounted]).status !== 0) return t.skip("a tmpfs cannot be mounted here");
  t.after(() => spawnSync("umount", [mounted]));
  const { workspace } = temporaryWorkspace(t, { root: mounted });
  assert.deepEqual((await workspace.spawn("mkdir below; touch there")).end, { kind: "exit", code: 0 });
  execFileSync("umount", ["--lazy", mounted]);
  await assert.rejects(workspace.spawn("touch here"), { name: "ProcessError", message: /was mounted or unmounted there/ });
  await assert.rejects(workspace.spawn("touch here", { cwd: "below" }), { name: "ProcessError" });
  assert.deepEqual(readdirSync(mounted), []);
});

test("a folder that was removed and created again is the session's folder", async (t) => {
  const { workspace, root } = temporaryWorkspace(t);
  rmSync(root, { recursive: true });
  mkdirSync(root);
  assert.equal((await workspace.spawn("pwd")).output.head, `${root}\n`);
});

test("a command that the system cannot start is a ProcessError", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  await assert.rejects(workspace.spawn(`: ${"x".repeat(200_000)}`), { name: "ProcessError", message: /E2BIG/ });
});

test("without bash the system's sh runs the command", async (t) => {
  const { workspace } = temporaryWorkspace(t, { env: { PATH: "/nowhere" } });
  assert.equal((await workspace.spawn('echo "${BASH_VERSION-none}"')).output.head, "none\n");
});
