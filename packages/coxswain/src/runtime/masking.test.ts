import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../model/index.ts";
import { openScene, sayTool } from "./runtime.fixture.ts";

const TOKEN = `ghp_${"aB3dE6".repeat(6)}`;

test("L24: a token in a tool's result is stored nowhere, and the model and followers see its mask", async () => {
  const script = [{ calls: [{ name: "say", input: { text: TOKEN } }] }, "done"];
  const leak = sayTool({ run: async () => ({ content: [{ type: "text", text: `token: ${TOKEN}` }], details: { token: TOKEN } }) });
  await using scene = await openScene({ script, tools: [leak] });
  const results: unknown[] = [];
  for await (const event of scene.session.prompt("look")) {
    if (event.type === "tool_end") results.push(event.result);
    if (event.type === "message_end" && event.message.role === "tool") results.push(event.message);
  }
  const received = scene.model.requests.at(-1)?.messages.at(-1);
  assert.equal(received && textOf(received), "token: [masked:github-token]");
  assert.equal(results.length, 2);
  assert.ok(!JSON.stringify(results).includes(TOKEN));
  const stored = scene.session.entries.filter((entry) => JSON.stringify(entry).includes(TOKEN));
  assert.deepEqual(stored.length, 1, "only the model's own call");
});
