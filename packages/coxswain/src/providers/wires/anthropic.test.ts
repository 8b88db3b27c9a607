import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../wires.fixture.ts";
import { bothRead, weRead } from "./reading.fixture.ts";

const MODEL = "anthropic/claude-sonnet-4-5";
const start = (fields: object = {}) => ({
  type: "message_start",
  message: { id: "msg_1", role: "assistant", model: "m", content: [], usage: { input_tokens: 10, output_tokens: 1 }, ...fields },
});
const block = (index: number, content_block: object, ...deltas: readonly object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const end = (reason: string | null = "end_turn", usage: object = { output_tokens: 5 }) => [
  { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: "message_stop" },
];
const text = block(0, { type: "text", text: "" }, { type: "text_delta", text: "Hi" });

test("sends a call's caller back with the call", async () => {
  const call = { type: "tool_use", id: "toolu_1", name: "ls", input: {}, caller: { type: "code_execution_20250825", tool_id: "srv_1" } };
  const { parts } = await bothRead(
    MODEL,
    start(),
    ...block(0, call, { type: "input_json_delta", partial_json: '{"a":1}' }),
    ...end("tool_use"),
  );
  assert.deepEqual(parts[2], {
    type: "tool_call",
    id: "tool-0",
    name: "ls",
    input: '{"a":1}',
    providerData: { anthropic: { caller: { type: "code_execution_20250825", toolId: "srv_1" } } },
  });
});

test("emits a call that arrives complete with its start or with the message", async () => {
  const whole = { type: "tool_use", id: "toolu_1", name: "ls", input: { path: "." } };
  for (const events of [[start(), ...block(0, whole)], [start({ content: [whole] })]]) {
    const { parts } = await bothRead(MODEL, ...events, ...end("tool_use"));
    assert.equal(parts.find((part) => part.type === "tool_call")?.input, '{"path":"."}');
  }
});

test("takes the stop reason of the message start, unless a later event has another", async () => {
  const stop = async (...events: readonly object[]) => (await weRead(MODEL, ...events)).parts.at(-1);
  const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
  const stopped = start({ stop_reason: "max_tokens" });
  assert.deepEqual(await stop(stopped, ...text, { type: "message_stop" }), { type: "finish", stop: "length", usage });
  assert.deepEqual(await stop(stopped, ...text, ...end(null, {})), { type: "finish", stop: "length", usage });
  assert.deepEqual(await stop(stopped, ...text, ...end("end_turn", {})), { type: "finish", stop: "stop", usage });
});

test("ignores a repeated message start, and rejects another message inside the first", async () => {
  assert.equal((await bothRead(MODEL, start(), start(), ...text, ...end())).error, undefined);
  const spliced = await bothRead(MODEL, start(), ...text, start({ id: "msg_2" }), ...text, ...end());
  assert.equal(spliced.error?.code, "transient");
  assert.match(spliced.error?.message ?? "", /cannot be read/);
});

test("sums the tokens of several passes, except with a fallback model", async () => {
  const pass = (type: string) => ({ type, input_tokens: 100, output_tokens: 20 });
  const usage = async (...iterations: object[]) =>
    (await bothRead(MODEL, start(), ...text, ...end("end_turn", { input_tokens: 7, output_tokens: 5, iterations }))).parts.at(-1);
  assert.deepEqual(await usage(pass("compaction"), pass("message"), pass("advisor_message")), {
    type: "finish",
    stop: "stop",
    usage: { input: 200, cacheRead: 0, cacheWrite: 0, output: 40, reasoning: 0 },
  });
  assert.deepEqual(await usage(pass("message"), pass("fallback_message")), {
    type: "finish",
    stop: "stop",
    usage: { input: 7, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0 },
  });
});

test("reports thinking tokens, and retains a count that a later report omits", async () => {
  const usage = { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 }, cache_read_input_tokens: null };
  const opening = start({ usage: { input_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 1 } });
  const { parts } = await bothRead(MODEL, opening, ...text, ...end("end_turn", usage));
  assert.deepEqual(parts.at(-1), {
    type: "finish",
    stop: "stop",
    usage: { input: 3, cacheRead: 2, cacheWrite: 1, output: 9, reasoning: 4 },
  });
});

test("ignores unknown types of events, blocks and deltas", async () => {
  const unknown = [{ type: "weather" }, ...block(1, { type: "cloud" }, { type: "rain_delta", drops: 3 })];
  const { parts, error } = await weRead(MODEL, start(), ...unknown, ...text, ...end());
  assert.equal(error, undefined);
  assert.deepEqual(
    parts.map(({ type }) => type),
    ["text_start", "text_delta", "text_end", "finish"],
  );
});

test("rejects a delta without text and an event without a type", async () => {
  for (const event of [{ type: "content_block_delta", index: 0, delta: { type: "text_delta" } }, { choices: [] }, 7, null]) {
    assert.equal((await bothRead(MODEL, start(), event)).error?.code, "transient");
  }
});

test("classifies each error type, before and after the first text", async () => {
  const classes = {
    overloaded_error: "transient",
    rate_limit_error: "transient",
    api_error: "transient",
    authentication_error: "auth",
    permission_error: "auth",
    billing_error: "quota",
    request_too_large: "overflow",
    invalid_request_error: "invalid",
    not_found_error: "invalid",
  };
  for (const [type, code] of Object.entries(classes)) {
    const event = { type: "error", error: { type, message: "No." } };
    for (const events of [[event], [start(), ...text, event]]) assert.equal((await bothRead(MODEL, ...events)).error?.code, code, type);
  }
});

test("reads text, thoughts and a signature that arrive with the start of their blocks", async () => {
  const thinking = { type: "thinking", thinking: "Hm", signature: "sig" };
  const { parts } = await weRead(
    MODEL,
    start(),
    ...block(0, thinking, { type: "thinking_delta", thinking: "." }),
    ...block(1, { type: "text", text: "So" }, { type: "text_delta", text: "." }),
    ...end(),
  );
  assert.deepEqual([textOf(parts, "reasoning_delta"), textOf(parts)], ["Hm.", "So."]);
  assert.deepEqual(
    parts.find(({ type }) => type === "reasoning_end"),
    { type: "reasoning_end", id: "0", providerData: { anthropic: { signature: "sig" } } },
  );
});

test("the end of a message ends its open blocks", async () => {
  const open = (index: number, content_block: object, delta: object) => block(index, content_block, delta).slice(0, -1);
  const { parts } = await weRead(
    MODEL,
    start(),
    ...open(0, { type: "thinking", thinking: "" }, { type: "signature_delta", signature: "sig" }),
    ...open(1, { type: "tool_use", id: "toolu_1", name: "ls", input: {} }, { type: "input_json_delta", partial_json: '{"a":1}' }),
    ...end("tool_use"),
  );
  assert.deepEqual(
    parts.filter(({ type }) => type === "reasoning_end" || type === "tool_call"),
    [
      { type: "reasoning_end", id: "0", providerData: { anthropic: { signature: "sig" } } },
      { type: "tool_call", id: "toolu_1", name: "ls", input: '{"a":1}' },
    ],
  );
});
