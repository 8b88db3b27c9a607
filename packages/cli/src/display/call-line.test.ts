import assert from "node:assert/strict";
import { test } from "node:test";
import { callLine } from "./call-line.ts";

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
