import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ModelInfo, StreamPart } from "../model/index.ts";
import { fromLanguageModelV4 } from "./language-model.ts";
import { providerModels } from "./provider-models.ts";
import { manualTimers } from "./timers.fixture.ts";
import { receive, request } from "./wires.fixture.ts";

const INFO: ModelInfo = { reference: "local/m", provider: "local", id: "m", name: "M", vision: true, thinking: [] };
const USAGE = {
  inputTokens: { total: 10, noCache: 7, cacheRead: 2, cacheWrite: 1 },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
} as const;
const FINISH: LanguageModelV4StreamPart = { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: USAGE };

/** Returns an adapter that emits the given stream. */
const adapter = (stream: () => ReadableStream<LanguageModelV4StreamPart>): LanguageModelV4 => ({
  specificationVersion: "v4",
  provider: "local",
  modelId: "m",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("never called")),
  doStream: () => Promise.resolve({ stream: stream() }),
});
const of = (...parts: readonly LanguageModelV4StreamPart[]) =>
  fromLanguageModelV4(
    adapter(() => ReadableStream.from(parts)),
    INFO,
    { timers: manualTimers() },
  );

test("emits text, reasoning and calls in order, with their provider data", async () => {
  const { parts } = await receive(
    of(
      { type: "stream-start", warnings: [] },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "Hm." },
      { type: "reasoning-delta", id: "0", delta: "", providerMetadata: { anthropic: { signature: "s" } } },
      { type: "reasoning-end", id: "0" },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hi" },
      { type: "ping" },
      { type: "text-end", id: "1", providerMetadata: { openai: { itemId: "msg_1" } } },
      { type: "tool-input-start", id: "c", toolName: "ls" },
      { type: "tool-input-delta", id: "c", delta: "{}" },
      { type: "tool-input-end", id: "c" },
      { type: "tool-call", toolCallId: "c", toolName: "ls", input: "{}", providerMetadata: { google: { thoughtSignature: "t" } } },
      FINISH,
    ),
  );
  assert.deepEqual(parts, [
    { type: "reasoning_start", id: "0" },
    { type: "reasoning_delta", id: "0", delta: "Hm." },
    { type: "reasoning_end", id: "0", providerData: { anthropic: { signature: "s" } } },
    { type: "text_start", id: "1" },
    { type: "text_delta", id: "1", delta: "Hi" },
    { type: "text_end", id: "1", providerData: { openai: { itemId: "msg_1" } } },
    { type: "tool_input_start", id: "c", name: "ls" },
    { type: "tool_input_delta", id: "c", delta: "{}" },
    { type: "tool_call", id: "c", name: "ls", input: "{}", providerData: { google: { thoughtSignature: "t" } } },
    { type: "finish", stop: "tool_calls", usage: { input: 7, cacheRead: 2, cacheWrite: 1, output: 5, reasoning: 2 } },
  ] satisfies StreamPart[]);
});

test("does not attach an earlier block's data to a later one with the same ID", async () => {
  const block = (providerMetadata?: { anthropic: { signature: string } }): LanguageModelV4StreamPart[] => [
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm.", ...(providerMetadata === undefined ? {} : { providerMetadata }) },
    { type: "reasoning-end", id: "0" },
  ];
  const { parts } = await receive(of(...block({ anthropic: { signature: "s" } }), ...block(), FINISH));
  const ends = parts.filter((part) => part.type === "reasoning_end");
  assert.deepEqual(
    ends.map(({ providerData }) => providerData),
    [{ anthropic: { signature: "s" } }, undefined],
  );
});

test("P22: ignores parts after the finish", async () => {
  const { parts, error } = await receive(
    of({ type: "text-start", id: "1" }, FINISH, { type: "text-delta", id: "1", delta: "late" }, FINISH),
  );
  assert.equal(error, undefined);
  assert.deepEqual(
    parts.map(({ type }) => type),
    ["text_start", "finish"],
  );
});

test("P25: accepts an unknown stop reason, and counts a usage without numbers as zeros", async () => {
  const nothing = {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
    text: undefined,
    reasoning: undefined,
  };
  const { parts } = await receive(
    of({
      type: "finish",
      finishReason: { unified: "other", raw: "stopped_by_moon" },
      usage: { inputTokens: nothing, outputTokens: nothing },
    }),
  );
  assert.deepEqual(parts, [{ type: "finish", stop: "other", usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 } }]);
});

test("P20: a stop reason for a full window is overflow", async () => {
  const { error } = await receive(of({ ...FINISH, finishReason: { unified: "length", raw: "model_context_window_exceeded" } }));
  assert.equal(error?.code, "overflow");
});

test("P8: a finish with reason error fails the response", async () => {
  for (const finishReason of [
    { unified: "error", raw: undefined },
    { unified: "other", raw: "network_error" },
    { unified: "error", raw: "MALFORMED_FUNCTION_CALL" },
    { unified: "interrupted", raw: undefined },
  ] as const) {
    assert.equal((await receive(of({ ...FINISH, finishReason }))).error?.code, "transient");
  }
});

test("an abort rejects a pending read, even if the adapter never settles", async () => {
  const controller = new AbortController();
  const model = fromLanguageModelV4(
    adapter(() => new ReadableStream({ start: (stream) => stream.enqueue({ type: "text-start", id: "1" }) })),
    INFO,
    { timers: manualTimers() },
  );
  const iterator = model.stream(request({ signal: controller.signal }))[Symbol.asyncIterator]();
  await iterator.next();
  const pending = iterator.next();
  controller.abort();
  await assert.rejects(pending, { code: "aborted" });
});

test("sends nothing if the signal is already aborted", async () => {
  const model = fromLanguageModelV4(
    adapter(() => assert.fail("it was sent")),
    INFO,
  );
  assert.equal((await receive(model, { signal: AbortSignal.abort() })).error?.code, "aborted");
});

test("leaving the loop early cancels the stream, and removes all timers and listeners", async () => {
  let cancelled = false;
  const timers = manualTimers();
  const endless = () =>
    new ReadableStream<LanguageModelV4StreamPart>({
      pull: (stream) => stream.enqueue({ type: "text-delta", id: "1", delta: "more" }),
      cancel: () => {
        cancelled = true;
      },
    });
  const model = fromLanguageModelV4(adapter(endless), INFO, { timers });
  for await (const part of model.stream(request())) if (part.type === "text_delta") break;
  assert.ok(cancelled);
  assert.equal(timers.pending, 0);
});

test("an error from a bug has the original error as its cause", async () => {
  const cause = new TypeError("undefined is not a function");
  const model = fromLanguageModelV4({ ...adapter(() => new ReadableStream()), doStream: () => Promise.reject(cause) }, INFO);
  const { error } = await receive(model);
  assert.equal(error?.code, "invalid");
  assert.equal(error?.cause, cause);
});

test("P23: processes a hundred thousand tiny parts, and one of ten megabytes, in linear time", async () => {
  const tiny = Array.from({ length: 100_000 }, (): LanguageModelV4StreamPart => ({ type: "text-delta", id: "1", delta: "x" }));
  const huge: LanguageModelV4StreamPart = { type: "text-delta", id: "1", delta: "y".repeat(10_000_000) };
  const { parts } = await receive(of({ type: "text-start", id: "1" }, ...tiny, huge, FINISH));
  assert.equal(parts.length, 100_003);
});

test("a finished response releases its connection for the next request", async () => {
  const ports = new Set<number | undefined>();
  const server = createServer((incoming, response) => {
    ports.add(incoming.socket.remotePort);
    incoming.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end('data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const model = await providerModels({ env: {}, custom: { mine: { baseURL } } }).get("mine/m");
  for (let turn = 0; turn < 5; turn += 1) {
    assert.equal((await receive(model)).error, undefined);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(ports.size, 1);
  server.closeAllConnections();
  server.close();
});

test("preserves calls and results of tools that run at an adapter's provider, and sends them back", async () => {
  const prompts: unknown[] = [];
  const stream: readonly LanguageModelV4StreamPart[] = [
    { type: "tool-input-start", id: "s1", toolName: "web_search", providerExecuted: true },
    { type: "tool-input-delta", id: "s1", delta: "{}" },
    { type: "tool-call", toolCallId: "s1", toolName: "web_search", input: '{"query":"x"}', providerExecuted: true },
    { type: "tool-result", toolCallId: "s1", toolName: "web_search", result: [{ title: "A" }], providerMetadata: { acme: { id: 1 } } },
    FINISH,
  ];
  const model = fromLanguageModelV4(
    {
      ...adapter(() => ReadableStream.from(stream)),
      doStream: ({ prompt }) => {
        prompts.push(prompt);
        return Promise.resolve({ stream: ReadableStream.from(stream) });
      },
    },
    INFO,
    { timers: manualTimers() },
  );
  const { parts } = await receive(model);
  assert.deepEqual(
    parts.map(({ type }) => type),
    ["provider", "provider", "finish"],
  );
  const content = parts.flatMap((part) => (part.type === "provider" ? [part.part] : []));
  assert.deepEqual(
    content.map(({ name, id, input, output }) => [name, id, input, output]),
    [
      ["web_search", "s1", { query: "x" }, undefined],
      ["web_search", "s1", undefined, "A"],
    ],
  );
  const finish = parts.at(-1);
  assert.ok(finish?.type === "finish" && finish.stop === "stop" && finish.lastPass?.input === 0);

  const user = { role: "user", content: [{ type: "text", text: "Hello" }] } as const;
  const foreign = { type: "provider", name: "x", providerData: { anthropic: { block: {} } } } as const;
  const answer = { role: "assistant", content: [...content, foreign], model: "local/m", stop: "stop", usage: finish.usage } as const;
  await receive(model, { system: [], messages: [user, answer, user] });
  assert.deepEqual((prompts[1] as readonly unknown[])[1], {
    role: "assistant",
    content: [
      { type: "tool-call", toolCallId: "s1", toolName: "web_search", input: { query: "x" }, providerExecuted: true },
      {
        type: "tool-result",
        toolCallId: "s1",
        toolName: "web_search",
        output: { type: "json", value: [{ title: "A" }] },
        providerOptions: { acme: { id: 1 } },
      },
    ],
  });
});
