import assert from "node:assert/strict";
import { test } from "node:test";
import { type Contents, contextItems } from "./context-item.ts";

const itemsOf = (messages: Contents["messages"]) => contextItems({ sections: [], tools: [], messages, path: [] });

test("reasoning and images of a message are parts beside its text", () => {
  const thought = "a long thought ".repeat(50);
  const items = itemsOf([
    { role: "user", content: [{ type: "text", text: "Look." }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: thought },
        { type: "text", text: "done" },
      ],
      model: "a/b",
      stop: "stop",
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    },
  ]);
  assert.deepEqual(
    items.map(({ kind, name }) => [kind, name]),
    [
      ["person", "Look."],
      ["reasoning", "before: done"],
      ["assistant", "done"],
    ],
  );
  assert.ok((items[1]?.tokens ?? 0) > 5 * (items[2]?.tokens ?? 0));
});

test("schemas in the result of a search count as tools, and other results have the name of the tool that ran", () => {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 };
  const call = (id: string, name: string, input: unknown) => ({ type: "tool_call" as const, id, name, input });
  const text = "## github/list\nLists issues.".padEnd(4000, " words");
  const items = itemsOf([
    {
      role: "assistant",
      content: [call("1", "mcp_search", { query: "list" }), call("2", "call_tool", { tool: "github/list", arguments: {} })],
      model: "a/b",
      stop: "tool_calls",
      usage,
    },
    {
      role: "tool",
      callId: "1",
      name: "mcp_search",
      content: [{ type: "text", text }],
      isError: false,
      details: { found: [{ tool: "mcp__github__list", characters: 3000 }] },
    },
    { role: "tool", callId: "2", name: "call_tool", content: [{ type: "text", text: "none" }], isError: false },
  ]);
  assert.deepEqual(
    items.slice(1).map(({ kind, name }) => [kind, name.slice(0, 20)]),
    [
      ["tool", "mcp__github__list"],
      ["result", "mcp_search: ## githu"],
      ["result", "mcp__github__list: n"],
    ],
  );
  const [, schema, rest] = items;
  assert.ok(Math.abs((schema?.tokens ?? 0) / ((schema?.tokens ?? 0) + (rest?.tokens ?? 0)) - 0.75) < 0.01);
});
