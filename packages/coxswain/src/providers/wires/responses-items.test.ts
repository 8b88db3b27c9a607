import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE } from "../../model/index.ts";
import { finishOf } from "../wires.fixture.ts";
import { providerParts, weRead } from "./reading.fixture.ts";

const MODEL = "openai/gpt-5";
const item = (place: number, fields: object, added: object = {}) => [
  { type: "response.output_item.added", output_index: place, item: { ...fields, ...added } },
  { type: "response.output_item.done", output_index: place, item: fields },
];
const END = { type: "response.completed", response: { usage: { input_tokens: 3, output_tokens: 2 } } };
const SEARCH = {
  type: "web_search_call",
  id: "ws_1",
  status: "completed",
  action: { type: "search", query: "Claude Shannon", sources: [{ type: "url", url: "https://a.example/" }] },
};

test("emits an item of a built-in tool whole, with the reasoning that it needs, and no call for the runtime", async () => {
  const received = await weRead(MODEL, ...item(0, SEARCH), ...item(1, { type: "reasoning", id: "rs_1" }), ...item(2, SEARCH), END);
  const part = {
    type: "provider",
    name: "web_search",
    id: "ws_1",
    input: SEARCH.action,
    output: "https://a.example/",
  };
  assert.deepEqual(providerParts(received), [
    { ...part, providerData: { openai: { item: SEARCH } } },
    { ...part, providerData: { openai: { item: SEARCH, reasoningId: "rs_1" } } },
  ]);
  assert.ok(!received.parts.some(({ type }) => type === "tool_call"));
  assert.equal(finishOf(received.parts)?.stop, "stop");
  assert.deepEqual(finishOf(received.parts)?.lastPass, NO_USAGE);
});

test("shows the call and the result of each built-in tool", async () => {
  const shown = async (fields: object) => {
    const [part] = providerParts(await weRead(MODEL, ...item(0, { id: "i", ...fields }), END));
    return part && [part.name, part.input, part.output, part.isError];
  };
  const logs = [{ type: "logs", logs: "4" }];
  assert.deepEqual(await shown({ type: "code_interpreter_call", code: "2+2", outputs: logs }), [
    "code_interpreter",
    { code: "2+2" },
    "4",
    undefined,
  ]);
  assert.deepEqual(await shown({ type: "code_interpreter_call", code: "2+2", outputs: null }), [
    "code_interpreter",
    { code: "2+2" },
    undefined,
    undefined,
  ]);
  const results = [{ filename: "a.md", text: "Ahoy." }];
  assert.deepEqual(await shown({ type: "file_search_call", queries: ["x"], results }), [
    "file_search",
    { query: ["x"] },
    "a.md\nAhoy.",
    undefined,
  ]);
  const mcp = { type: "mcp_call", name: "roll", server_label: "dice", arguments: "{}" };
  assert.deepEqual(await shown({ ...mcp, output: "4" }), ["dice.roll", "{}", "4", undefined]);
  assert.deepEqual(await shown({ ...mcp, output: null, error: "No dice." }), ["dice.roll", "{}", "No dice.", true]);
  assert.deepEqual(await shown({ type: "image_generation_call", result: "iVBORw0KGgo=", revised_prompt: "a boat" }), [
    "image_generation",
    { prompt: "a boat" },
    "(an image)",
    undefined,
  ]);
  assert.deepEqual(await shown({ type: "compaction", encrypted_content: "sealed" }), ["compaction", undefined, undefined, undefined]);
});

test("ignores items of tools that the client runs", async () => {
  for (const fields of [{ type: "computer_call" }, { type: "local_shell_call" }, { type: "shell_call", environment: { type: "local" } }]) {
    assert.deepEqual(providerParts(await weRead(MODEL, ...item(0, fields), END)), []);
  }
  const hosted = { type: "shell_call", environment: { type: "container_reference" }, action: { commands: ["ls"] } };
  assert.equal(providerParts(await weRead(MODEL, ...item(0, hosted), END)).length, 1);
});

test("reads reasoning text as reasoning, streamed or whole", async () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], content: [{ type: "reasoning_text", text: "Hm, well." }] };
  const [added, done] = item(0, reasoning, { content: [] });
  const delta = (words: string) => ({
    type: "response.reasoning_text.delta",
    item_id: "rs_1",
    output_index: 0,
    content_index: 0,
    delta: words,
  });
  const words = async (...events: readonly unknown[]) =>
    (await weRead(MODEL, ...events, END)).parts.flatMap((part) => {
      if (part.type === "reasoning_delta") return [part.delta];
      return part.type.startsWith("reasoning_") ? [part.type] : [];
    });
  assert.deepEqual(await words(added, delta("Hm, "), delta("well."), done), ["reasoning_start", "Hm, ", "well.", "reasoning_end"]);
  assert.deepEqual(await words(added, done), ["reasoning_start", "Hm, well.", "reasoning_end"]);
});
