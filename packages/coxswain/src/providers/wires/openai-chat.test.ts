import assert from "node:assert/strict";
import { test } from "node:test";
import { finishOf, textOf } from "../wires.fixture.ts";
import { bothRead, weRead } from "./reading.fixture.ts";

const OPENAI = "openai-chat/gpt-4.1";
const OTHER = "openrouter/deepseek/deepseek-v4-pro";
const chunk = (delta: object, finish_reason: string | null = null, fields: object = {}) => ({
  id: "c",
  choices: [{ index: 0, delta, finish_reason }],
  ...fields,
});
const END = chunk({}, "stop");

test("reads Mistral's content parts as text and thoughts", async () => {
  const thinking = [{ type: "text", text: "Let me " }];
  const { parts } = await bothRead(
    OTHER,
    chunk({ content: [{ type: "thinking", thinking }] }),
    chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text: "see." }] }] }),
    chunk({ content: [{ type: "text", text: "Yes." }, { type: "reference" }] }),
    END,
  );
  assert.deepEqual(
    parts.map((part) => ("delta" in part ? part.delta : part.type)),
    ["reasoning_start", "Let me ", "see.", "reasoning_end", "text_start", "Yes.", "text_end", "finish"],
  );
});

test("accepts alternating thoughts and text", async () => {
  const { parts } = await bothRead(OTHER, chunk({ reasoning: "Hm." }), chunk({ content: "So." }), chunk({ reasoning_content: "Or?" }), END);
  assert.deepEqual(
    parts.map(({ type }) => type.replace("reasoning", "r").replace("text", "t")),
    ["r_start", "r_delta", "r_end", "t_start", "t_delta", "t_end", "r_start", "r_delta", "r_end", "finish"],
  );
});

test("sends a thought signature back with its call", async () => {
  const call = { index: 0, id: "a", function: { name: "ls", arguments: "{}" }, extra_content: { google: { thought_signature: "s" } } };
  const { parts } = await bothRead(OTHER, chunk({ tool_calls: [call] }), END);
  assert.deepEqual(
    parts.find(({ type }) => type === "tool_call"),
    {
      type: "tool_call",
      id: "tool-0",
      name: "ls",
      input: "{}",
      providerData: { openrouter: { thoughtSignature: "s" } },
    },
  );
});

test("emits calls in index order, and stops with tool_calls", async () => {
  const call = (index: number) => ({ index, id: `id${index}`, function: { name: `tool${index}`, arguments: "{}" } });
  for (const model of [OPENAI, OTHER]) {
    const { parts } = await bothRead(model, chunk({ tool_calls: [call(1), call(0)] }), END);
    assert.deepEqual(
      parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : [])),
      ["tool0", "tool1"],
    );
    assert.equal(finishOf(parts)?.stop, "tool_calls");
  }
});

test("emits a refusal as text, and stops with refusal", async () => {
  for (const model of [OPENAI, OTHER]) {
    const { parts } = await bothRead(model, chunk({ content: null, refusal: "I will not." }), END);
    assert.equal(finishOf(parts)?.stop, "refusal");
  }
});

test("uses the server's reported cost", async () => {
  const { parts } = await bothRead(
    OTHER,
    chunk({ content: "Hi" }, "stop", { usage: { prompt_tokens: 3, completion_tokens: 1, cost: 0.25 } }),
  );
  assert.equal(finishOf(parts)?.cost, 0.25);
});

test("an OpenAI error has the status of its code, and another server's error the status that it contains", async () => {
  const error = { message: "No.", type: "server_error", code: null };
  assert.equal((await bothRead(OPENAI, { error })).error?.status, 500);
  assert.equal((await bothRead(OPENAI, { error: { ...error, code: "rate_limit_exceeded" } })).error?.status, 429);
  assert.equal((await bothRead(OTHER, { error })).error?.status, undefined);
  assert.equal((await bothRead(OTHER, chunk({ content: "Hi" }), { error: { ...error, code: 502 } })).error?.status, 502);
});

test("P13: ignores empty or null choices", async () => {
  const { parts } = await weRead(OTHER, { choices: [] }, { choices: [null] }, chunk({}), { choices: [{ delta: null }] }, END);
  assert.deepEqual(
    parts.map(({ type }) => type),
    ["finish"],
  );
});

test("rejects an event that is not a chat completion", async () => {
  for (const event of [{ type: "message_start" }, [], 7, "text", null]) {
    assert.match((await bothRead(OTHER, event)).error?.message ?? "", /cannot be read/);
  }
});

const detail = (type: string, fields: object) => ({ type: `reasoning.${type}`, format: "google-gemini-v1", index: 0, ...fields });

test("sends OpenRouter's blocks with the whole response, and shows their text if the server sends no other", async () => {
  const { parts } = await weRead(
    OTHER,
    chunk({ reasoning_details: [detail("text", { text: "Let me " })] }),
    chunk({ reasoning: null, reasoning_details: [detail("text", { text: "see." }), detail("encrypted", { data: "x", id: "r" })] }),
    chunk({ content: "Yes." }),
    chunk({ reasoning_details: [detail("summary", { summary: "Seen." })] }),
    END,
  );
  assert.equal(parts.map((part) => (part.type === "reasoning_delta" ? part.delta : "")).join("|"), "|Let me |see.||||||Seen.||");
  assert.deepEqual(finishOf(parts)?.providerData, {
    openrouter: {
      reasoning_details: [
        detail("text", { text: "Let me see." }),
        detail("encrypted", { data: "x", id: "r" }),
        detail("summary", { summary: "Seen." }),
      ],
    },
  });
});

test("a block refers to the first of calls that share an id", async () => {
  const call = (index: number) => ({ index, id: "c", function: { name: "ls", arguments: "{}" } });
  const { parts } = await weRead(
    OTHER,
    chunk({ tool_calls: [call(0), call(1)], reasoning_details: [detail("encrypted", { data: "x", id: "c" })] }),
    END,
  );
  const calls = parts.filter((part) => part.type === "tool_call");
  assert.deepEqual(
    calls.map(({ providerData }) => providerData),
    [{ openrouter: { callId: "c" } }, undefined],
  );
});

test("a response without blocks has no data", async () => {
  const { parts } = await weRead(OTHER, chunk({ reasoning: "Hm.", reasoning_details: [] }), chunk({ reasoning_details: null }), END);
  assert.ok(parts.every((part) => !("providerData" in part)));
});

test("an empty finish reason, which some servers send with each chunk, does not end the response", async () => {
  const call = { index: 0, id: "a", function: { name: "rm", arguments: '{"path":"/tmp"' } };
  const { parts, error } = await weRead(OTHER, chunk({ content: "I remove it." }, ""), chunk({ tool_calls: [call] }, ""));
  assert.equal(error?.code, "transient");
  assert.equal(finishOf(parts), undefined);
  const whole = await weRead(OTHER, chunk({ content: "Hi" }, ""), END, chunk({}, ""));
  assert.equal(finishOf(whole.parts)?.stop, "stop");
});

test("reads `reasoning` beside an empty `reasoning_content`", async () => {
  const { parts } = await weRead(OTHER, chunk({ reasoning: "Hm.", reasoning_content: "" }), chunk({ content: "So." }), END);
  assert.equal(textOf(parts, "reasoning_delta"), "Hm.");
});

test("shows reasoning once that arrives as text, and again in a block at the end", async () => {
  const block = { type: "reasoning.text", text: "Hm. So.", signature: "s", index: 0 };
  const { parts } = await weRead(
    OTHER,
    chunk({ reasoning: "Hm. " }),
    chunk({ reasoning: "So." }),
    chunk({ content: "Yes." }),
    chunk({ reasoning_details: [block] }, "stop"),
  );
  assert.equal(textOf(parts, "reasoning_delta"), "Hm. So.");
  assert.deepEqual(finishOf(parts)?.providerData, { openrouter: { reasoning_details: [block] } });
});

test("reports the message of a failure in the choice", async () => {
  const failed = { ...chunk({ content: "" }, "error").choices[0], error: { code: 429, message: "The upstream is at its limit." } };
  const { error } = await weRead(OTHER, chunk({ content: "Hi" }), { choices: [failed] });
  assert.deepEqual([error?.code, error?.status], ["transient", 429]);
  assert.match(error?.message ?? "", /The upstream is at its limit/);
});
