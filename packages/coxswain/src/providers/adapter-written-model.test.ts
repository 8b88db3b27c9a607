import assert from "node:assert/strict";
import { test } from "node:test";
import type { LanguageModelV4, LanguageModelV4StreamResult } from "@ai-sdk/provider";
import type { ModelInfo } from "../model/index.ts";
import { manualTimers } from "./timers.fixture.ts";
import { createTransport } from "./transport.ts";
import { adapterWrittenModel } from "./adapter-written-model.ts";
import { chatReader } from "./wires/index.ts";
import { receive } from "./wires.fixture.ts";

const INFO: ModelInfo = { reference: "local/m", provider: "local", id: "m", name: "M", vision: true, thinking: [] };
const ANSWER = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n';

/** Returns a model with a custom adapter. */
const modelOf = (
  doStream: LanguageModelV4["doStream"],
  transport = createTransport({ env: {}, fetch: () => assert.fail("it was sent") }),
) =>
  adapterWrittenModel(INFO, {
    adapter: {
      specificationVersion: "v4",
      provider: "local",
      modelId: "m",
      supportedUrls: {},
      doGenerate: () => Promise.reject(new Error("never called")),
      doStream,
    },
    read: chatReader({ key: "local" }),
    transport,
    dialect: {},
    origin: { label: "Local", model: "m" },
    watchdogs: {},
    timers: manualTimers(),
  });

test("sends the adapter's request unchanged, and the adapter receives no response", async () => {
  const sent: unknown[] = [];
  const transport = createTransport({
    env: {},
    fetch: async (input, init) => {
      sent.push([input, init?.body]);
      return new Response(ANSWER, { headers: { "content-type": "text/event-stream" } });
    },
  });
  let received = false;
  const model = modelOf(async ({ abortSignal }) => {
    await transport.fetch("http://127.0.0.1:1/chat", { method: "POST", body: "{}", ...(abortSignal && { signal: abortSignal }) });
    received = true;
    return assert.fail("it has an answer");
  }, transport);
  const { parts, error } = await receive(model);
  assert.equal(error, undefined);
  assert.deepEqual(sent, [["http://127.0.0.1:1/chat", "{}"]]);
  assert.deepEqual(
    parts.map(({ type }) => type),
    ["text_start", "text_delta", "text_end", "finish"],
  );
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(received, false);
});

test("fails with the adapter's error if it cannot serialize the request", async () => {
  const cause = new TypeError("undefined is not a function");
  const { error } = await receive(modelOf(() => Promise.reject(cause)));
  assert.equal(error?.code, "invalid");
  assert.equal(error?.cause, cause);
});

test("fails if the adapter sends no request", async () => {
  const { error } = await receive(modelOf(async (): Promise<LanguageModelV4StreamResult> => ({ stream: new ReadableStream() })));
  assert.equal(error?.code, "invalid");
});

test("does not intercept a request with another signal", async () => {
  const transport = createTransport({ env: {}, fetch: async () => new Response("fine") });
  transport.intercept(new AbortController().signal, () => assert.fail("it is not this one"));
  const response = await transport.fetch("http://127.0.0.1:1/", { signal: new AbortController().signal });
  assert.equal(await response.text(), "fine");
});
