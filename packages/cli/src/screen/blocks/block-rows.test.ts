import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentActivity, Block, CallBlock, TodosBlock } from "coxswain/view";
import { colorlessTheme } from "../themes/index.ts";
import { backgroundRows } from "./background-rows.ts";
import { blockRows } from "./block-rows.ts";
import { bareRow } from "./rows.ts";

const rowsOf = (block: Block, expanded = false, width = 60): readonly string[] =>
  blockRows(block, { width, theme: colorlessTheme, expanded, now: 20_000 }).map(bareRow);

const call = (changes: Partial<CallBlock>): CallBlock => ({
  kind: "call",
  id: "c",
  at: 0,
  settled: true,
  message: "m",
  call: "c",
  tool: "bash",
  input: { command: "npm test" },
  state: "done",
  startedAt: 0,
  endedAt: 2500,
  output: "",
  images: [],
  agents: [],
  ...changes,
});

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");

test("a running command shows its last lines, a done one its first and last lines, and an expanded one all lines", () => {
  assert.deepEqual(rowsOf(call({ state: "running", settled: false, output: lines(30) })), [
    "● bash  npm test",
    "  line 27",
    "  line 28",
    "  line 29",
    "  line 30",
  ]);
  assert.deepEqual(rowsOf(call({ output: lines(30) })), [
    "✓ bash  npm test  2.5 s",
    "  line 1",
    "  line 2",
    "  … 24 more lines",
    "  line 27",
    "  line 28",
    "  line 29",
    "  line 30",
  ]);
  assert.equal(rowsOf(call({ output: lines(30) }), true).length, 31);
});

test("the lines that a command's result omits are counted too", () => {
  assert.ok(rowsOf(call({ output: lines(30), omittedLines: 1000 })).includes("  … 1024 more lines"));
});

test("the lines that the log omits of a user's command are counted too", () => {
  const shell = { kind: "shell", id: "s", at: 0, settled: true, command: "seq 1 40000", exitCode: 0, included: true } as const;
  assert.ok(rowsOf({ ...shell, output: lines(30), omittedLines: 1000 }).includes("  … 1018 more lines"));
});

test("a failed command shows its exit code and its last lines, which have the error", () => {
  const rows = rowsOf(call({ state: "failed", exitCode: 2, output: `${lines(30)}\nError: no such file` }));
  assert.equal(rows[0], "✗ bash  npm test  exit code 2  2.5 s");
  assert.equal(rows.at(-1), "  Error: no such file");
  assert.equal(rows.length, 14);
});

test("a long command is cut before its exit code", () => {
  const [row = ""] = rowsOf(call({ input: { command: "npm test -- --all --of --it" }, state: "failed", exitCode: 2 }), false, 40);
  assert.equal(row, "✗ bash  npm test --…  exit code 2  2.5 s");
});

test("the columns of output with tabs stay below each other", () => {
  const [, first = "", second = ""] = rowsOf(call({ output: "a\tone\nlonger\ttwo" }));
  assert.equal(first.indexOf("one"), second.indexOf("two"));
});

test("a call whose arguments stream shows its subject and their size", () => {
  const input = `{"path":"src/a.ts","content":"${"x".repeat(12_000)}`;
  assert.deepEqual(rowsOf(call({ tool: "write", state: "writing", settled: false, input })), ["… write  src/a.ts  12k characters"]);
});

test("an edit shows the numbers of its lines, and the changed lines", () => {
  const diff = "--- a\n+++ a\n@@ -1,1 +1,2 @@\n-old\n+new\n+more\n";
  assert.deepEqual(rowsOf(call({ tool: "edit", input: { path: "a" }, diff })), [
    "✓ edit  a  +2 -1  2.5 s",
    "  1 - old",
    "  1 + new",
    "  2 + more",
  ]);
});

test("reasoning shows its last row while it streams, then its time, and all of it expanded", () => {
  const reasoning = { kind: "reasoning", id: "r", at: 0, message: "m", text: `first\n${"word ".repeat(30)}end` } as const;
  assert.deepEqual(rowsOf({ ...reasoning, settled: false }, false, 20), ["word word end"]);
  assert.deepEqual(rowsOf({ ...reasoning, settled: true, endedAt: 3200 }), ["Thought for 3.2 s"]);
  assert.deepEqual(rowsOf({ ...reasoning, text: "a\n\nb", settled: true, endedAt: 3200 }, true), ["Thought for 3.2 s", "  a", "", "  b"]);
});

const usage = { input: 3000, output: 200, cacheRead: 1000, cacheWrite: 0, reasoning: 0 };
const agent = (changes: Partial<AgentActivity>): AgentActivity => ({ agent: "a", name: "explore", startedAt: 0, calls: 3, ...changes });

test("sub-agents are branches with their state, calls, tokens, cost and current step, and their own sub-agents below", () => {
  const inner = call({
    tool: "task",
    input: { description: "Look" },
    state: "running",
    settled: false,
    agents: [agent({ name: "deep", calls: 1 })],
  });
  const last = call({ tool: "read", input: { path: "src/a.ts" }, state: "running", settled: false });
  const agents = [
    agent({ endedAt: 12_000, outcome: "done", usage, cost: 0.02 }),
    agent({ name: "plan", last: inner }),
    agent({ name: "test", last }),
    agent({ name: "lint", endedAt: 1000, outcome: "failed" }),
  ];
  assert.deepEqual(
    rowsOf(call({ tool: "task", input: { description: "Check it" }, state: "running", settled: false, agents }), false, 90),
    [
      "● task  Check it",
      "  ├ ✓ explore  3 calls, 12 s, 4.2k tokens, $0.0200",
      "  ├ ● plan  3 calls, 20 s  task Look",
      "  │ └ ● deep  1 call, 20 s",
      "  ├ ● test  3 calls, 20 s  read src/a.ts",
      "  └ ✗ lint  3 calls, 1.0 s, failed",
    ],
  );
});

const item = (content: string, status: TodosBlock["items"][number]["status"]): TodosBlock["items"][number] => ({ content, status });

test("a long to-do list shows the part around the current step, and all of it expanded", () => {
  const items = Array.from({ length: 20 }, (_, at) => item(`step ${at + 1}`, at < 9 ? "completed" : at === 9 ? "in_progress" : "pending"));
  const todos: TodosBlock = { kind: "todos", id: "t", at: 0, settled: true, items };
  const rows = rowsOf(todos);
  assert.deepEqual(rows.slice(0, 4), ["  … 7 before", "  ✓ step 8", "  ✓ step 9", "  ▸ step 10"]);
  assert.deepEqual(rows.slice(-2), ["  ○ step 15", "  … 5 more"]);
  assert.equal(rowsOf(todos, true).length, 20);
  assert.deepEqual(rowsOf({ ...todos, items: items.slice(8, 11) }), ["  ✓ step 9", "  ▸ step 10", "  ○ step 11"]);
});

test("tasks and commands in the background are branches with their state and current step", () => {
  const task = { id: "t1", agent: "s1", name: "explore", description: "Find it", state: "running", begunAt: 0 } as const;
  const status = {
    activity: { kind: "running", since: 0 },
    tasks: [task, { ...task, id: "t2", agent: "s2", state: "blocked" }],
    jobs: [{ id: "j1", command: "npm run dev", state: "running", begunAt: 5000 }],
  } as const;
  const lastOf = (id: string): Block | undefined => (id === "s1" ? call({ tool: "grep", input: { pattern: "x" } }) : undefined);
  const rows = (most: number): readonly string[] =>
    backgroundRows(status, lastOf, { width: 80, theme: colorlessTheme, now: 20_000, most }).map(bareRow);
  assert.deepEqual(rows(4), [
    "├ t1 explore: Find it  20 s  grep x",
    "├ t2 explore: Find it  20 s  waits for your answer",
    "└ j1 npm run dev  15 s",
  ]);
  assert.deepEqual(rows(2), ["├ t1 explore: Find it  20 s  grep x", "└ and 2 more"]);
});

test("the checks of a run are shown whole at any width, and their control characters are not obeyed", () => {
  const run: Block = {
    kind: "run",
    id: "r",
    at: 0,
    settled: true,
    outcome: { kind: "done" },
    endedAt: 12_000,
    turns: 3,
    toolCalls: 2,
    usage: { input: 4000, output: 200, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    cost: 0,
    checks: "tests passed, and not run since src/a\u001b[2J.ts changed",
  };
  for (const width of [20, 60, 300]) {
    const rows = rowsOf(run, false, width);
    assert.ok(
      rows.every((row) => row.length <= width && !row.includes("\u001b")),
      rows.join("\n"),
    );
    assert.match(rows.join(" ").replaceAll(/\s+/g, ""), /3turns·4\.2ktokens·testspassed,andnotrunsincesrc\/a\\x1b\[2J\.tschanged$/);
  }
  assert.deepEqual(rowsOf({ ...run, outcome: { kind: "aborted" }, checks: "build failed" }), [
    "─ Interrupted · 12 s · 3 turns · 4.2k tokens · build failed",
  ]);
});
