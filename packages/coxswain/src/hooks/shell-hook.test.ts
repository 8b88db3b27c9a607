import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, watch, writeFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { NO_USAGE } from "../model/index.ts";
import { temporaryWorkspace } from "../workspace/workspace.fixture.ts";
import { runHooks } from "./run-hooks.ts";
import type { HookInputs, HookOn } from "./hook.ts";
import { shellHook, type ShellHook } from "./shell-hook.ts";

const RUN = { sessionId: "s1", cwd: "/project", agent: { id: "s1", depth: 0 }, runId: "r1" };
const CALL: HookInputs["pre_tool"] = { ...RUN, callId: "c1", tool: "bash", input: { command: "ls" }, effect: "execute" };
const TURN: HookInputs["turn_start"] = { ...RUN, turn: 1 };

const scene = (t: TestContext, env?: Record<string, string>) => {
  const { workspace, at } = temporaryWorkspace(t, env === undefined ? {} : { env: { ...process.env, ...env } });
  const failures: string[] = [];
  const aborting = new AbortController();
  const asking = {
    workspace,
    signal: aborting.signal,
    onFailure: (hook: string, error: unknown) => void failures.push(`${hook}: ${error instanceof Error ? error.message : String(error)}`),
  };
  return {
    at,
    failures,
    abort: () => aborting.abort(),
    preTool: (...hooks: readonly Omit<ShellHook, "event">[]) =>
      runHooks(
        hooks.map((hook) => shellHook({ event: "pre_tool", ...hook }) as HookOn<"pre_tool">),
        CALL,
        asking,
      ),
    turnStart: (command: string, rest: Partial<ShellHook> = {}) =>
      runHooks([shellHook({ event: "turn_start", command, ...rest }) as HookOn<"turn_start">], TURN, asking),
  };
};

const isRunning = (pid: string): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

test("a command receives the event on its standard input, with the field names that hooks use", async (t) => {
  const { preTool } = scene(t);
  const { block } = await preTool({ command: "cat >&2; exit 2" });
  assert.deepEqual(JSON.parse(block?.reason ?? ""), {
    hook_event_name: "pre_tool",
    session_id: "s1",
    cwd: "/project",
    agent: { id: "s1", depth: 0 },
    run_id: "r1",
    tool_call_id: "c1",
    tool_name: "bash",
    tool_input: { command: "ls" },
    tool_effect: "execute",
  });
});

test("S4-52: a command that exits with code 2 blocks, with its standard error as the reason", async (t) => {
  const { preTool } = scene(t);
  const { block } = await preTool({ name: "gate", command: "echo ignored; echo 'not on a Friday' >&2; exit 2" });
  assert.deepEqual(block, { hook: "gate", reason: "not on a Friday", stops: false });
});

test("a command that exits with code 0 and writes nothing, or anything but an object, changes nothing", async (t) => {
  const { preTool, failures } = scene(t);
  const { block, input } = await preTool({ command: "true" }, { command: "echo checked" }, { command: "printf '\\377\\000[1]'" });
  assert.equal(block, undefined);
  assert.deepEqual(input, CALL);
  assert.deepEqual(failures, []);
});

test("commands change a call one after the other, in order", async (t) => {
  const { preTool } = scene(t);
  const append = `read -r line; case "$line" in *first*) echo '{"input":{"command":"second"},"ask":"it changed"}';; *) echo '{"input":{"command":"first"}}';; esac`;
  const { input } = await preTool({ command: append }, { command: append });
  assert.deepEqual(input.input, { command: "second" });
  assert.equal(input.ask, "it changed");
});

test("a command runs in the session's folder, with additional environment variables and without keys", async (t) => {
  const { preTool, at } = scene(t, { MY_API_KEY: "canary" });
  writeFileSync(at("here"), "");
  const { block } = await preTool({
    command: 'ls >&2; echo "[$MY_API_KEY][$COX_PROJECT_DIR]" >&2; exit 2',
    env: { COX_PROJECT_DIR: "/p" },
  });
  assert.equal(block?.reason, "here\n[][/p]");
});

test("T18: a hook whose program is missing denies if it blocks, and is a warning otherwise", async (t) => {
  const { preTool, turnStart, failures } = scene(t);
  const { block } = await preTool({ name: "gate", command: "no-such-program-at-all" });
  assert.match(block?.reason ?? "", /^it failed: it exited with code 127: .*no-such-program-at-all: command not found/);
  assert.equal((await preTool({ command: "no-such-program-at-all", blocking: false })).block, undefined);
  assert.equal((await turnStart("no-such-program-at-all")).block, undefined);
  assert.equal(failures.length, 2);
});

test("T18: the exit code of a hook counts even if it exits at once and leaves its input unread", async (t) => {
  const { preTool } = scene(t);
  assert.equal((await preTool({ command: "exit 0" })).block, undefined);
  assert.deepEqual((await preTool({ command: "exit 2" })).block?.reason, "No reason given.");
  assert.match((await preTool({ command: "exit 3" })).block?.reason ?? "", /it exited with code 3/);
  assert.match((await preTool({ command: "kill -KILL $$" })).block?.reason ?? "", /it was killed by SIGKILL/);
});

test("T18: a hook that hangs is terminated after its timeout with all its child processes, and denies", async (t) => {
  const { preTool, at } = scene(t);
  const command = "(trap '' TERM; sleep 30) & echo $! > pid; sleep 30";
  const { block } = await preTool({ command, timeout: 300 });
  assert.match(block?.reason ?? "", /^it failed: it timed out after 0\.3 s/);
  assert.equal(isRunning(readFileSync(at("pid"), "utf8").trim()), false);
});

test("T18: a hook that hangs is terminated when the run is aborted, and its answer is ignored", async (t) => {
  const { preTool, abort, at, failures } = scene(t);
  const watcher = watch(at());
  const asked = preTool({ command: "touch begun; sleep 30" });
  await once(watcher, "change");
  watcher.close();
  abort();
  const { block, input } = await asked;
  assert.equal(block, undefined);
  assert.equal(input, CALL);
  assert.deepEqual(failures, []);
});

test("T18: a hook's standard error is read to the end, and its reason is bounded", async (t) => {
  const { preTool } = scene(t);
  const { block } = await preTool({ command: "yes flooded | head -c 5000000 >&2; exit 2" });
  assert.match(block?.reason ?? "", /^(flooded\n){1200,}/);
  assert.ok((block?.reason.length ?? 0) <= 10_000);
  assert.equal((await preTool({ command: "yes flooded | head -c 5000000 >&2; exit 0" })).block, undefined);
});

test("T18: an answer that is too long, not JSON, or invalid is a failure", async (t) => {
  const { preTool } = scene(t);
  const reasons: readonly (readonly [string, RegExp])[] = [
    ["yes | head -c 5000000", /it wrote more than 256 KiB/],
    [`echo '{"deny": '`, /its answer is not valid JSON/],
    [`echo '{"denied": "no"}'`, /its answer has an unknown field "denied"; pre_tool supports deny, stop, input, ask/],
    [`echo '{"ask": true}'`, /"ask" in its answer must be a string/],
  ];
  for (const [command, reason] of reasons) assert.match((await preTool({ command })).block?.reason ?? "", reason, command);
});

test("a command that blocks without output still blocks, even if the model is only informed", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const hook = shellHook({ event: "turn_end", name: "tests", command: "echo 'of no use here'; exit 2" }) as HookOn<"turn_end">;
  const message = { role: "assistant", content: [], model: "m", stop: "stop", usage: NO_USAGE } as const;
  const input = { ...TURN, messageId: "m1", message, last: true, continuations: 0 };
  const { messages } = await runHooks([hook], input, {
    workspace,
    signal: new AbortController().signal,
    onFailure: () => assert.fail("failed"),
  });
  assert.deepEqual(messages, [{ hook: "tests", text: "No reason given." }]);
});

test("a command's timeout may exceed the longest timer", async (t) => {
  const { preTool, failures } = scene(t);
  const { block } = await preTool({ command: "sleep 0.05; echo done >&2; exit 2", timeout: 3_000_000_000 });
  assert.equal(block?.reason, "done");
  assert.deepEqual(failures, []);
});

test("at events that cannot be denied, code 2 is reported to the model after the event, and stops the run before it", async (t) => {
  const { turnStart } = scene(t);
  assert.deepEqual((await turnStart("echo enough >&2; exit 2", { name: "gate" })).block, { hook: "gate", reason: "enough", stops: true });
  const { workspace } = temporaryWorkspace(t);
  const after = shellHook({ event: "post_tool", name: "lint", command: "echo 'two warnings' >&2; exit 2" }) as HookOn<"post_tool">;
  const result = { role: "tool", callId: "c1", name: "bash", content: [], isError: false } as const;
  const { messages } = await runHooks(
    [after],
    { ...CALL, result },
    { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") },
  );
  assert.deepEqual(messages, [{ hook: "lint", text: "two warnings" }]);
});
