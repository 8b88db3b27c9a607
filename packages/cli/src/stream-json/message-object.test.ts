import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantMessage } from "coxswain";
import { messageObject } from "./message-object.ts";

const message: AssistantMessage = {
  role: "assistant",
  content: [{ type: "tool_call", id: "call_1", name: "call_tool", input: { tool: "github/list", arguments: { state: "open" } } }],
  model: "a/b",
  stop: "tool_calls",
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
};

test("a call of a server's tool has the name of the tool that runs, and its arguments", () => {
  const { content } = messageObject("m", message)["message"] as { readonly content: readonly unknown[] };
  assert.deepEqual(content, [{ type: "tool_use", id: "call_1", name: "mcp__github__list", input: { state: "open" } }]);
});
