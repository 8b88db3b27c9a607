import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "coxswain";
import type { CompactionEntry } from "coxswain/session";
import type { Todo } from "coxswain/tools";
import { agentLines, callLine, compactionLine, todoLines } from "./lines.ts";

const call = (name: string, input: unknown) => ({ type: "tool_call", id: "1", name, input }) as const;

test("shows the subject of a call, or its arguments", () => {
  assert.equal(callLine(call("bash", { command: "npm\n  test", timeout: 5 }), 80), "bash  npm test");
  assert.equal(callLine(call("grep", { pattern: "x", path: "src" }), 80), "grep  src");
  assert.equal(callLine(call("other", { a: 1 }), 80), 'other  {"a":1}');
  assert.equal(callLine(call("other", "not json"), 80), 'other  "not json"');
});

test("truncates a long call between characters", () => {
  assert.equal(callLine(call("bash", { command: "👩".repeat(9) }), 10), "bash  👩👩👩…");
});

test("shows a task by its agent and description", () => {
  assert.equal(callLine(call("task", { description: "Find it", prompt: "Where is it?" }), 80), "task  Find it");
  assert.equal(callLine(call("task", { description: "Find it", prompt: "Where is it?", agent: "explore" }), 80), "task  explore: Find it");
});

const todo = (content: string, status: Todo["status"] = "pending"): Todo => ({ content, status });

test("formats each step as a line with a mark for its status", () => {
  const items = [todo("Read it", "completed"), todo("Fix it", "in_progress"), todo("Test it")];
  assert.deepEqual(todoLines(items, 80), ["  [x] Read it", "  [>] Fix it", "  [ ] Test it"]);
});

test("shows the steps around the current one of a long list", () => {
  const items = Array.from({ length: 20 }, (_, at) => todo(`Step ${at + 1}`, at < 9 ? "completed" : "pending"));
  const lines = todoLines(items, 80);
  assert.deepEqual(
    [lines[0], lines[1], lines[3], lines.at(-2), lines.at(-1), lines.length],
    ["  … 7 earlier", "  [x] Step 8", "  [ ] Step 10", "  [ ] Step 15", "  … 5 more", 10],
  );
  const done = todoLines(
    items.map(({ content }) => todo(content, "completed")),
    80,
  );
  assert.deepEqual([done[0], done.at(-1)], ["  … 12 earlier", "  [x] Step 20"]);
});

test("T9: escapes a step and keeps it on its line", () => {
  assert.deepEqual(todoLines([todo("a\u001b[2J\nb")], 80), ["  [ ] a\\x1b[2J b"]);
  assert.deepEqual(todoLines([todo("a long step")], 12), ["  [ ] a lon…"]);
});

test("shows the progress in a call that changes the list, and the question in a call that asks", () => {
  const line = (name: string, input: unknown) => callLine(call(name, input), 80);
  const items = [todo("Read it", "completed"), todo("Fix it", "in_progress")];
  assert.equal(line("todo", { items }), "todo  1 of 2 done: Fix it");
  assert.equal(line("todo", { items: [] }), "todo  empty");
  assert.equal(line("todo", { items: "none" }), 'todo  {"items":"none"}');
  assert.equal(line("question", { questions: [{ question: "Which one?" }] }), "question  Which one?");
  assert.equal(line("question", { questions: [null] }), 'question  {"questions":[null]}');
});

const event = (depth: number, what: object): Event =>
  ({ ...what, seq: 1, at: 0, sessionId: "s", agent: { id: `a${depth}`, depth } }) as unknown as Event;

const bashCall = { type: "tool_call", id: "1", name: "bash", input: { command: "npm test" } };

test("shows an agent's call with its name, indented by its depth", () => {
  const line = agentLines(80);
  line(event(0, { type: "agent_start", child: { id: "a1", depth: 1 }, name: "explore" }));
  line(event(1, { type: "agent_start", child: { id: "a2", depth: 2 } }));
  assert.deepEqual(line(event(1, { type: "tool_start", call: bashCall })), { text: "  explore > bash  npm test", isError: false });
  assert.deepEqual(line(event(2, { type: "tool_start", call: bashCall })), { text: "    agent > bash  npm test", isError: false });
  assert.deepEqual(line(event(1, { type: "tool_end", call: bashCall, result: { isError: true, reason: "denied", content: [] } })), {
    text: "  explore ! bash denied",
    isError: true,
  });
  assert.equal(line(event(1, { type: "tool_end", call: bashCall, result: { isError: false, content: [] } })), undefined);
  assert.equal(line(event(0, { type: "tool_start", call: bashCall })), undefined);
});

test("shows calls of a subagent's provider tools, without their results", () => {
  const line = agentLines(80);
  const part = { type: "provider", name: "web_search", input: { query: "x" }, output: "A", providerData: {} };
  assert.deepEqual(line(event(1, { type: "provider_part", messageId: "m", part })), {
    text: "  agent > web_search (at the provider)  x",
    isError: false,
  });
  const { input: _, ...result } = part;
  assert.equal(line(event(1, { type: "provider_part", messageId: "m", part: result })), undefined);
});

test("limits a line to the width of the screen", () => {
  const long = { ...bashCall, input: { command: "x".repeat(200) } };
  assert.equal(agentLines(40)(event(1, { type: "tool_start", call: long }))?.text.length, 40);
});

const entry = { summaryTokens: 900 } as CompactionEntry;

const end = { type: "compaction_end", reason: "threshold", entry, tokensBefore: 160_000, tokensAfter: 24_000 } as const;

test("S0-08, S0-38: reports the start and end of a compaction with the tokens before and after", () => {
  assert.equal(
    compactionLine({ type: "compaction_start", reason: "threshold", tokens: 160_000 }),
    "Compacting the conversation (160,000 tokens)",
  );
  assert.equal(compactionLine(end), "Compacted from 160,000 tokens to 24,000 tokens");
});
