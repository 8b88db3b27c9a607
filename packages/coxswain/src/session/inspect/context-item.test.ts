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
