import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantMessage, type ModelRequest, NO_USAGE, type ToolMessage, type UserMessage } from "../model/index.ts";
import { loopbackProvider, type JsonObject } from "../testing/index.ts";
import { providerModels } from "./provider-models.ts";
import { receive, type WireName, WIRE_NAMES } from "./wires.fixture.ts";
import { serve } from "../testing/loopback/served-model.fixture.ts";

const user = (text: string): UserMessage => ({ role: "user", content: [{ type: "text", text }] });
const called = (id: string): readonly [AssistantMessage, ToolMessage] => [
  {
    role: "assistant",
    content: [{ type: "tool_call", id, name: "ls", input: {} }],
    model: "anthropic/claude-sonnet-4-5",
    stop: "tool_calls",
    usage: NO_USAGE,
  },
  { role: "tool", callId: id, name: "ls", content: [{ type: "text", text: `result of ${id}` }], isError: false },
];
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: "object", properties: {} } });
const FIELDS: Partial<ModelRequest> = {
  system: ["Rules.", "Environment."],
  tools: [tool("ls"), tool("write")],
  messages: [user("go"), ...called("one"), ...called("two"), user("look here")],
  sessionId: "session-1",
};

const bodyOf = async (wire: WireName, options: Parameters<typeof serve>[2] = {}, fields = FIELDS): Promise<JsonObject> => {
  await using served = await serve(wire, ["Fine."], options);
  const { error } = await receive(served.model, fields);
  assert.equal(error, undefined, error?.message);
  return served.server.requests[0]?.body as JsonObject;
};

/** Returns the content of every marked object in a body. */
const markedIn = (value: unknown): readonly string[] => {
  if (typeof value !== "object" || value === null) return [];
  const { cache_control: mark, name, text, content } = value as JsonObject;
  const own = mark === undefined ? [] : [`${String(name ?? text ?? content)} ${JSON.stringify(mark)}`];
  return [...own, ...Object.values(value).flatMap(markedIn)];
};

const FIVE = '{"type":"ephemeral"}';
const HOUR = '{"type":"ephemeral","ttl":"1h"}';

test("S2-22: Anthropic: marks the last tool, the system prompt's end, and the last message of this and of the previous request", async () => {
  const places = ["write", "Environment.", "result of one", "look here"];
  assert.deepEqual(markedIn(await bodyOf("anthropic")).toSorted(), places.map((place) => `${place} ${FIVE}`).toSorted());
  assert.deepEqual(
    markedIn(await bodyOf("anthropic", { cacheTtl: "1h" })).toSorted(),
    places.map((place) => `${place} ${HOUR}`).toSorted(),
  );
});

for (const wire of WIRE_NAMES.filter((name) => name !== "anthropic")) {
  test(`${wire} caches automatically, and gets no marks`, async () => {
    assert.deepEqual(markedIn(await bodyOf(wire, { cacheTtl: "1h" })), []);
  });
}

test("sends OpenAI a cache key per session, on both of its wires", async () => {
  for (const wire of ["openai", "openai-chat"] as const) assert.equal((await bodyOf(wire))["prompt_cache_key"], "session-1");
});

test("OpenRouter: marks message parts for Claude models, and sends the session ID for cache affinity", async () => {
  await using server = await loopbackProvider(() => "Fine.");
  const models = providerModels({ env: { OPENROUTER_API_KEY: "sk-test-1" }, custom: { openrouter: { baseURL: `${server.url}/v1` } } });
  for (const reference of ["openrouter/anthropic/claude-sonnet-5.5", "openrouter/deepseek/deepseek-v4-pro"]) {
    assert.equal((await receive(await models.get(reference), FIELDS)).error, undefined);
  }
  const [claude, other] = server.requests;
  assert.deepEqual(markedIn(claude?.body).toSorted(), [`Rules.\n\nEnvironment. ${FIVE}`, `look here ${FIVE}`, `result of one ${FIVE}`]);
  assert.deepEqual(markedIn(other?.body), []);
  assert.equal(claude?.headers["x-session-id"], "session-1");
});

test("a cache lifetime of one hour has its own write price", async () => {
  const price = async (cacheTtl: "5m" | "1h") => {
    const models = providerModels({ env: { ANTHROPIC_API_KEY: "sk-test-1" }, cacheTtl });
    return (await models.get("anthropic/claude-sonnet-4-5")).info.price;
  };
  const [short, long] = [await price("5m"), await price("1h")];
  assert.ok(short !== undefined);
  assert.equal(short.cacheWrite, short.input * 1.25);
  assert.equal(long?.cacheWrite, short.input * 2);
  assert.equal(long?.cacheRead, short.cacheRead);
});
