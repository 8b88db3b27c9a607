import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE } from "../model/index.ts";
import { connectCompatible } from "./openai-compatible.ts";
import type { Connection } from "./provider.ts";
import { providerModels } from "./provider-models.ts";
import { oracle } from "./wires/oracle.fixture.ts";
import { request } from "./wires.fixture.ts";

const CONNECTION: Connection = {
  name: "my-own.server",
  baseURL: "http://127.0.0.1:1/v1",
  key: undefined,
  headers: undefined,
  env: {},
  fetch: () => Promise.reject(new Error("not called")),
  cacheTtl: "5m",
};

const writer = (connection: Partial<Connection> = {}, ...quirks: readonly NonNullable<Parameters<typeof connectCompatible>[1]>[]) => {
  const access = connectCompatible({ ...CONNECTION, ...connection }, ...quirks).model("m", {});
  assert.ok(access.kind === "wire");
  return access.wire.write;
};

test("sends no key header without a key", () => {
  const { url, headers } = writer()(request(), undefined);
  assert.equal(url, "http://127.0.0.1:1/v1/chat/completions");
  assert.deepEqual(Object.keys(headers), ["content-type", "user-agent"]);
});

test("the user's headers override ours and the session's, in any case", () => {
  const headers = { "X-Session-Id": "mine", Authorization: "Basic x" };
  const write = writer({ headers, key: { value: "sk-1" } }, { sessionHeader: "x-session-id" });
  const sent = write(request({ sessionId: "session-1" }), undefined).headers;
  assert.equal(sent["x-session-id"], "mine");
  assert.equal(sent["authorization"], "Basic x");
});

test("sends the session's header only with a session", () => {
  const write = writer({}, { sessionHeader: "x-session-id" });
  assert.equal(write(request({ sessionId: "session-1" }), undefined).headers["x-session-id"], "session-1");
  assert.ok(!("x-session-id" in write(request(), undefined).headers));
});

test("sends a signature back that a server of any name gave", () => {
  const call = { type: "tool_call", id: "a", name: "ls", input: {}, providerData: { myOwnServer: { thoughtSignature: "sig" } } } as const;
  const message = { role: "assistant", content: [call], model: "my-own.server/m", stop: "tool_calls", usage: NO_USAGE } as const;
  const { body } = writer()(request({ system: [], messages: [message] }), undefined);
  const [{ tool_calls: calls } = {}] = body["messages"] as readonly { readonly tool_calls?: readonly object[] }[];
  assert.deepEqual(calls, [
    {
      id: "a",
      type: "function",
      function: { name: "ls", arguments: "{}" },
      extra_content: { google: { thought_signature: "sig" } },
    },
  ]);
});

test("Mistral: sends IDs of nine characters, no reasoning and no stream options", async () => {
  const { ours } = await oracle({ provider: "mistral", id: "mistral-medium-latest" });
  const content = [
    { type: "reasoning", text: "Hm." },
    { type: "tool_call", id: "call_1234567890", name: "ls", input: {} },
  ] as const;
  const result = { role: "tool", callId: "call_1234567890", name: "ls", content: [], isError: false } as const;
  const message = { role: "assistant", content, model: "mistral/x", stop: "tool_calls", usage: NO_USAGE } as const;
  const { body } = ours(request({ system: [], messages: [message, result] }));
  const sent = JSON.stringify(body["messages"]);
  assert.match(sent, /"tool_call_id":"[a-zA-Z0-9]{9}"/);
  assert.doesNotMatch(sent, /reasoning/);
  assert.equal(body["stream_options"], undefined);
});

test("Claude on OpenRouter: a cache lifetime of one hour has its own write price", async () => {
  const price = async (reference: string, cacheTtl: "5m" | "1h") =>
    (await providerModels({ env: { OPENROUTER_API_KEY: "sk-test-1" }, cacheTtl }).get(reference)).info.price;
  const [short, long] = [
    await price("openrouter/anthropic/claude-sonnet-5.5", "5m"),
    await price("openrouter/anthropic/claude-sonnet-5.5", "1h"),
  ];
  assert.ok(short?.cacheWrite !== undefined);
  assert.equal(long?.cacheWrite, 2 * short.input);
  assert.deepEqual(await price("openrouter/google/gemini-2.5-pro", "1h"), await price("openrouter/google/gemini-2.5-pro", "5m"));
});
