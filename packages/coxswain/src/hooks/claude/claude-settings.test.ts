import assert from "node:assert/strict";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { temporaryWorkspace } from "../../workspace/workspace.fixture.ts";
import { runHooks } from "../run-hooks.ts";
import type { HookInputs, HookOn } from "../hook.ts";
import type { HookEvent } from "../../loop/index.ts";
import { readClaudeHooks } from "./claude-settings.ts";

const BASE = { sessionId: "s1", cwd: "/project", agent: { id: "s1", depth: 0 } };
const CALL: HookInputs["pre_tool"] = {
  ...BASE,
  runId: "r1",
  callId: "c1",
  tool: "edit",
  input: { path: "a.ts", oldText: "a", newText: "b" },
  effect: "write",
};
const ENDED: HookInputs["post_tool"] = {
  ...BASE,
  runId: "r1",
  callId: "c1",
  tool: "edit",
  input: {},
  result: { role: "tool", callId: "c1", name: "edit", content: [{ type: "text", text: "done" }], isError: false },
};
const LAST: HookInputs["turn_end"] = {
  ...BASE,
  runId: "r1",
  turn: 2,
  messageId: "m1",
  message: { role: "assistant", content: [{ type: "text", text: "All done." }], model: "a/b", stop: "stop", usage: {} as never },
  last: true,
  continuations: 0,
};

const read = (hooks: unknown) => readClaudeHooks(JSON.stringify({ hooks }), { source: "settings.json", env: {} });
const group = (command: string, matcher?: string) => [
  { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", command }] },
];

const asking = (t: TestContext) => {
  const { workspace } = temporaryWorkspace(t);
  const context = {
    workspace,
    signal: new AbortController().signal,
    onFailure: (_: string, error: unknown) => assert.fail(error as Error),
  };
  return <E extends HookEvent>(event: E, input: HookInputs[E], hooks: unknown) =>
    runHooks(
      read(hooks).hooks.flatMap(({ hook }) => (hook.event === event ? [hook as unknown as HookOn<E>] : [])),
      input,
      context,
    );
};

test("a Claude Code hook receives a call in Claude Code's format, with absolute file paths", async (t) => {
  const { workspace, at } = temporaryWorkspace(t);
  const { hooks } = read({ PreToolUse: group("cat >&2; exit 2", "Edit|Write") });
  const inputOf = async (input: object): Promise<unknown> => {
    const context = { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") };
    const { block } = await runHooks([hooks[0]?.hook as HookOn<"pre_tool">], { ...CALL, input }, context);
    return JSON.parse(block?.reason ?? "");
  };
  assert.deepEqual(await inputOf({ path: "a.ts", oldText: "a", newText: "b" }), {
    session_id: "s1",
    cwd: "/project",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Edit",
    tool_input: { file_path: at("a.ts"), old_string: "a", new_string: "b" },
    tool_use_id: "c1",
  });
  symlinkSync(at(".env"), at("link"));
  for (const path of [".env", "./src/../.env", "link"]) {
    assert.deepEqual(await inputOf({ path }), await inputOf({ path: at(".env") }), path);
  }
});

/** Returns the inputs that a hook with this matcher receives for a call, in order. */
const hookInputs = async (t: TestContext, matcher: string, tool: string, input: object): Promise<readonly unknown[]> => {
  const { workspace, at } = temporaryWorkspace(t);
  const { hooks } = read({ PreToolUse: group("cat >> inputs", matcher) });
  const context = { workspace, signal: new AbortController().signal, onFailure: () => assert.fail("failed") };
  const { block } = await runHooks([hooks[0]?.hook as HookOn<"pre_tool">], { ...CALL, tool, input }, context);
  assert.equal(block, undefined);
  if (!existsSync(at("inputs"))) return [];
  const inputs = JSON.parse(
    `[${readFileSync(at("inputs"), "utf8")
      .trim()
      .replaceAll(/\}\s*\{/g, "},{")}]`,
  ) as readonly Readonly<Record<string, unknown>>[];
  return inputs.map(({ tool_name, tool_input }) => [tool_name, tool_input]);
};

const PATCH = `*** Begin Patch
*** Add File: new.ts
+one
*** Update File: src/a.ts
*** Move to: src/b.ts
@@ class A
 stays
-goes
+comes
*** Delete File: old.ts
*** End Patch`;

test("a hook that protects written files in Claude Code also protects those of a patch, of several edits and of a download", async (t) => {
  const files = async (tool: string, input: object) => {
    const inputs = (await hookInputs(t, "Edit|MultiEdit|Write", tool, input)) as readonly [string, Readonly<Record<string, unknown>>][];
    return inputs.map(([name, { file_path: path, ...rest }]) => [name, String(path).split("/").at(-1), rest]);
  };
  assert.deepEqual(await files("apply_patch", { input: PATCH }), [
    ["Write", "new.ts", { content: "one" }],
    ["Edit", "a.ts", { old_string: "stays\ngoes", new_string: "stays\ncomes" }],
    ["Write", "b.ts", { content: "stays\ncomes" }],
    ["Write", "old.ts", { content: "" }],
  ]);
  const edits = [
    { oldText: "a", newText: "b" },
    { oldText: "c", newText: "d", replaceAll: true },
  ];
  assert.deepEqual(await files("edit", { path: "a.ts", edits }), [
    ["Edit", "a.ts", { old_string: "a", new_string: "b" }],
    ["Edit", "a.ts", { old_string: "c", new_string: "d", replace_all: true }],
  ]);
  assert.deepEqual(await files("download", { url: "https://a.example/x", path: "x.bin" }), [["Write", "x.bin", { content: "" }]]);
});

test("a patch line that could name a file is never skipped, regardless of indentation", async (t) => {
  const hidden = ` *** Update File: a.ts\n*** Begin Patch\r\n  *** Delete File: .env \r\n*** Update File: b.ts\n-x\n+y\n*** End Patch`;
  const inputs = JSON.stringify(await hookInputs(t, "Edit|Write", "apply_patch", { input: hidden }));
  assert.match(inputs, /\/\.env"/);
  assert.match(inputs, /\/b\.ts"/);
});

test("the web, background commands and tasks have Claude Code's names", async (t) => {
  const named = async (tool: string, input: object) => (await hookInputs(t, "Web.*|.*Shell|BashOutput|Task.*", tool, input))[0];
  assert.deepEqual(await named("fetch", { url: "https://a.example" }), ["WebFetch", { url: "https://a.example" }]);
  assert.deepEqual(await named("download", { url: "https://a.example", path: "x" }), ["WebFetch", { url: "https://a.example" }]);
  assert.deepEqual(await named("web_search", { query: "x" }), ["WebSearch", { query: "x" }]);
  assert.deepEqual(await named("job_output", { job: "j1" }), ["BashOutput", { bash_id: "j1" }]);
  assert.deepEqual(await named("job_kill", { job: "j1" }), ["KillShell", { shell_id: "j1" }]);
  assert.deepEqual(await named("task_stop", { task: "t1" }), ["TaskStop", { task: "t1" }]);
});

test("if one part of a split call is blocked, the call is blocked; equal messages are sent once, and no part can be changed", async (t) => {
  const ask = asking(t);
  const call = { ...CALL, tool: "apply_patch", input: { input: PATCH } };
  const guard = `grep -q 'old\\.ts' && { echo 'old.ts stays' >&2; exit 2; }; exit 0`;
  assert.equal((await ask("pre_tool", call, { PreToolUse: group(guard, "Write") })).block?.reason, "old.ts stays");
  const wish = { permissionDecision: "ask", permissionDecisionReason: "look" };
  const asked = await ask("pre_tool", call, { PreToolUse: group(`echo '${JSON.stringify({ hookSpecificOutput: wish })}'`, "Write|Edit") });
  assert.equal(asked.input.ask, "a hook asks: look");
  const changing = `echo '${JSON.stringify({ hookSpecificOutput: { updatedInput: { file_path: "c.ts" } } })}'`;
  const changed = await ask("pre_tool", call, { PreToolUse: group(changing, "Edit") });
  assert.match(changed.block?.reason ?? "", /it changes one part of a call of apply_patch/);
  const ended = { ...ENDED, tool: "apply_patch", input: { input: PATCH } };
  const { messages } = await ask("post_tool", ended, { PostToolUse: group("echo 'two warnings' >&2; exit 2", "Edit|Write") });
  assert.deepEqual(
    messages.map(({ text }) => text),
    ["two warnings"],
  );
});

test("a matcher of plain names matches exactly, and any other is a regular expression that matches anywhere in the name", async (t) => {
  const ask = asking(t);
  const blocked = async (matcher: string, tool: string) =>
    (await ask("pre_tool", { ...CALL, tool }, { PreToolUse: group("exit 2", matcher) })).block !== undefined;
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["Bash", "bash", true],
    ["Edit|Write", "write", true],
    ["Edit", "bash", false],
    ["Not", "todo", false],
    ["mcp__memory__.*", "mcp__memory__store", true],
    ["Edit, Write", "write", true],
    ["Task", "task_output", false],
    ["^Web", "fetch", true],
    ["Edit.*|Writ.", "write", true],
    ["^Bash$", "job_output", false],
    ["*", "bash", true],
    ["", "bash", true],
  ];
  for (const [matcher, tool, expected] of cases) assert.equal(await blocked(matcher, tool), expected, `${matcher} ${tool}`);
});

test("decisions before a call deny it, require permission or change it; an allowance grants nothing more", async (t) => {
  const ask = asking(t);
  const decide = (special: object) =>
    ask("pre_tool", CALL, { PreToolUse: group(`echo '${JSON.stringify({ hookSpecificOutput: special })}'`) });
  const denied = await decide({ permissionDecision: "deny", permissionDecisionReason: "generated" });
  assert.equal(denied.block?.reason, "generated");
  const asked = await decide({ permissionDecision: "ask", permissionDecisionReason: "look" });
  assert.equal(asked.input.ask, "a hook asks: look");
  const changed = await decide({ permissionDecision: "allow", updatedInput: { file_path: "b.ts", old_string: "a", new_string: "b" } });
  assert.deepEqual(changed.input, { ...CALL, input: { path: "b.ts", oldText: "a", newText: "b" } });
  const added = await decide({ permissionDecision: "allow", additionalContext: "This file is generated." });
  assert.deepEqual(
    added.messages.map(({ text }) => text),
    ["This file is generated."],
  );
  const old = await ask("pre_tool", CALL, { PreToolUse: group(`echo '{"decision":"block","reason":"no"}'`) });
  assert.equal(old.block?.reason, "no");
  const stopped = await ask("pre_tool", CALL, { PreToolUse: group(`echo '{"continue":false,"stopReason":"enough"}'`) });
  assert.deepEqual(stopped.block?.stops, true);
});

test("an unknown decision denies", async (t) => {
  const { block } = await asking(t)("pre_tool", CALL, { PreToolUse: group(`echo '{"decision":"maybe"}'`) });
  assert.match(block?.reason ?? "", /it failed: its decision "maybe" is not supported/);
});

test("the model receives a hook's message after a call, separately for successful and failed calls", async (t) => {
  const ask = asking(t);
  const hooks = {
    PostToolUse: group("echo 'two warnings' >&2; exit 2"),
    PostToolUseFailure: group(`echo '{"decision":"block","reason":"look"}'`),
  };
  assert.deepEqual(
    (await ask("post_tool", ENDED, hooks)).messages.map(({ text }) => text),
    ["two warnings"],
  );
  const failed = { ...ENDED, result: { ...ENDED.result, isError: true } };
  assert.deepEqual(
    (await ask("post_tool", failed, hooks)).messages.map(({ text }) => text),
    ["look"],
  );
});

test("a prompt is denied, or the hook's output is added to the system prompt; hooks do not run for a sub-agent's prompt", async (t) => {
  const ask = asking(t);
  const input = { ...BASE, runId: "r1", prompt: "go" };
  const denied = await ask("before_run", input, { UserPromptSubmit: group("echo 'no secrets' >&2; exit 2") });
  assert.equal(denied.block?.reason, "no secrets");
  const added = await ask("before_run", input, { UserPromptSubmit: [...group("echo 'It is Friday.'"), ...group("echo And late.")] });
  assert.equal(added.input.system, "It is Friday.\n\nAnd late.");
  const sub = { ...input, agent: { id: "s2", depth: 1, parent: "s1" } };
  assert.equal((await ask("before_run", sub, { UserPromptSubmit: group("exit 2") })).block, undefined);
});

test("Stop and SubagentStop run when a run would end, and a run that they block continues", async (t) => {
  const ask = asking(t);
  const hooks = { Stop: group("echo main >&2; exit 2"), SubagentStop: group("echo sub >&2; exit 2") };
  const messagesFor = async (input: HookInputs["turn_end"]) => (await ask("turn_end", input, hooks)).messages.map(({ text }) => text);
  assert.deepEqual(await messagesFor(LAST), ["main"]);
  assert.deepEqual(await messagesFor({ ...LAST, agent: { id: "s2", depth: 1 } }), ["sub"]);
  assert.deepEqual(await messagesFor({ ...LAST, last: false }), []);
  const { messages } = await ask("turn_end", { ...LAST, continuations: 1 }, { Stop: group("cat >&2; exit 2") });
  const hookInput = JSON.parse(messages[0]?.text ?? "") as Readonly<Record<string, unknown>>;
  assert.equal(hookInput["stop_hook_active"], true);
  assert.equal(hookInput["last_assistant_message"], "All done.");
});

test("PreCompact matches the trigger of a compaction, and its output becomes instructions for the summary", async (t) => {
  const input: HookInputs["pre_compact"] = { ...BASE, reason: "threshold", tokens: 9_000 };
  const hooks = { PreCompact: [...group("echo 'Keep the names.'", "auto"), ...group("exit 2", "manual")] };
  const { input: changed, block } = await asking(t)("pre_compact", input, hooks);
  assert.equal(changed.instructions, "Keep the names.");
  assert.equal(block, undefined);
});

test("skips unsupported hooks, with one line each that names them, and loads the rest", () => {
  const { hooks, warnings } = read({
    SessionStart: group("echo hello"),
    Notification: group("bell"),
    PreToolUse: [
      { matcher: "(", hooks: [{ type: "command", command: "x" }] },
      {
        matcher: "Bash",
        hooks: [
          { type: "prompt", prompt: "Is it safe?" },
          { type: "command" },
          { type: "command", command: "check", if: "Bash(git *)" },
          { type: "command", command: "check" },
        ],
      },
    ],
  });
  assert.deepEqual(
    hooks.map(({ command, tools }) => [command, tools]),
    [["check", "Bash"]],
  );
  assert.deepEqual(warnings, [
    "settings.json: hooks for SessionStart skipped: the event is not supported.",
    "settings.json: hooks for Notification skipped: the event is not supported.",
    'settings.json: a group of hooks for PreToolUse skipped: its matcher "(" is not a regular expression.',
    'settings.json: a hook for PreToolUse skipped: its type "prompt" is not supported.',
    "settings.json: a hook for PreToolUse skipped: it has no command.",
    'settings.json: a hook for PreToolUse skipped: "if" is not supported.',
  ]);
});

test("T18: a file that is not JSON, or has arbitrary values in place of hooks, yields none and never throws", () => {
  for (const text of ["", "{", "[]", "null", '{"hooks":7}', '{"hooks":{"Stop":{"a":1}}}', '{"hooks":{"Stop":[null,[],{"hooks":[3]}]}}'])
    assert.deepEqual(readClaudeHooks(text, { source: "settings.json", env: {} }).hooks, []);
  assert.deepEqual(readClaudeHooks('{"disableAllHooks":true,"hooks":{"Stop":[]}}', { source: "s", env: {} }), { hooks: [], warnings: [] });
});
