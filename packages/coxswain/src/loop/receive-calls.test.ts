import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantPart, ToolCallPart } from "../model/index.ts";
import { sayTool } from "../runtime/runtime.fixture.ts";
import { receiveCalls } from "./receive-calls.ts";
import type { Tools } from "./ports.ts";

const say = sayTool();
const tools: Tools = { find: (name) => (name === say.name ? say : undefined), names: () => [say.name], schemaProblems: async () => [] };

const received = async (call: Partial<ToolCallPart>, seen = new Set<string>()): Promise<ToolCallPart> => {
  const part: AssistantPart = { type: "tool_call", id: "a", name: "say", input: "{}", ...call };
  const [got] = await receiveCalls([part], tools, () => seen);
  return got as ToolCallPart;
};

test("arguments become the JSON value that they are", async () => {
  assert.deepEqual((await received({ input: '{"text":"hi"}' })).input, { text: "hi" });
});

test("no arguments are an empty object", async () => {
  assert.deepEqual((await received({ input: "" })).input, {});
});

test("P14: arguments that are nearly JSON are mended", async () => {
  assert.deepEqual((await received({ input: "{text: 'hi',}" })).input, { text: "hi" });
});

test("P14: arguments that are no JSON at all stay as they were written", async () => {
  assert.equal((await received({ input: "just words" })).input, "just words");
});

test("P17: an id that was there already is renamed", async () => {
  const seen = new Set<string>();
  const ids = [await received({}, seen), await received({}, seen), await received({}, seen)].map(({ id }) => id);
  assert.deepEqual(ids, ["a", "a_2", "a_3"]);
});

test("P16: an empty id gets one", async () => {
  assert.equal((await received({ id: "" })).id, "call");
});

test("P16: a name in other case is that of the tool", async () => {
  assert.equal((await received({ name: "Say" })).name, "say");
});

test("P16: a name that no provider would take back is cut to one that they do", async () => {
  assert.match((await received({ name: "x y\n".repeat(5_000) })).name, /^[\w-]{64}$/);
  assert.equal((await received({ name: "" })).name, "unnamed");
});
