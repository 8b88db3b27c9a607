import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError } from "../errors.ts";
import type { Model, ModelRequest, StreamPart } from "../model.ts";
import { scriptedModel } from "./scripted-model.ts";

const request = (signal = new AbortController().signal): ModelRequest => ({
  system: [],
  messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
  tools: [],
  thinking: "off",
  maxOutputTokens: 100,
  signal,
});

const collect = async (model: Model, signal?: AbortSignal): Promise<StreamPart[]> => {
  const parts: StreamPart[] = [];
  for await (const part of model.stream(request(signal))) parts.push(part);
  return parts;
};

test("replies are streamed in order: reasoning, text, calls, and the finish", async () => {
  const model = scriptedModel(
    [{ reasoning: "Hm.", text: "Look", calls: [{ name: "ls", input: { path: "." } }], usage: { input: 5 } }, "Done."],
    { chunk: 3 },
  );
  assert.deepEqual(await collect(model), [
    { type: "reasoning_start", id: "r" },
    { type: "reasoning_delta", id: "r", delta: "Hm." },
    { type: "reasoning_end", id: "r" },
    { type: "text_start", id: "t" },
    { type: "text_delta", id: "t", delta: "Loo" },
    { type: "text_delta", id: "t", delta: "k" },
    { type: "text_end", id: "t" },
    { type: "tool_input_start", id: "call_1", name: "ls" },
    { type: "tool_input_delta", id: "call_1", delta: '{"path":"."}' },
    { type: "tool_call", id: "call_1", name: "ls", input: '{"path":"."}' },
    { type: "finish", stop: "tool_calls", usage: { input: 5, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 } },
  ] satisfies StreamPart[]);
  assert.equal((await collect(model)).at(-1)?.type, "finish");
  assert.equal(model.requests.length, 2);
});

test("a script may be a function of the request and its index", async () => {
  const model = scriptedModel((asked, turn) => `${turn}: ${asked.messages.length}`);
  const texts = [await collect(model), await collect(model)].map((parts) =>
    parts.map((part) => (part.type === "text_delta" ? part.delta : "")).join(""),
  );
  assert.deepEqual(texts, ["0: 1", "1: 1"]);
});

test("an exhausted script fails as invalid", async () => {
  await assert.rejects(collect(scriptedModel([])), { code: "invalid", message: "The script has 0 replies; reply 1 was requested." });
});

test("error, cut and held replies end as they would at a provider", async () => {
  const error = new ModelError("transient", "Busy.");
  await assert.rejects(collect(scriptedModel([{ text: "Part", error }])), error);
  assert.ok(!(await collect(scriptedModel([{ text: "Part", cut: true }]))).some(({ type }) => type === "finish"));
  const controller = new AbortController();
  const held = collect(
    scriptedModel([{ text: "Part", hold: new Promise((resolve) => controller.signal.addEventListener("abort", resolve)) }]),
    controller.signal,
  );
  controller.abort();
  await assert.rejects(held, { code: "aborted" });
});

test("raw parts and arguments that are not JSON are sent unchanged", async () => {
  const raw: StreamPart = { type: "text_delta", id: "x", delta: "raw" };
  const parts = await collect(scriptedModel([{ raw: [raw], calls: [{ id: "mine", name: "ls", input: "{broken" }] }]));
  assert.deepEqual(parts[0], raw);
  assert.deepEqual(
    parts.find((part) => part.type === "tool_call"),
    { type: "tool_call", id: "mine", name: "ls", input: "{broken" },
  );
});
