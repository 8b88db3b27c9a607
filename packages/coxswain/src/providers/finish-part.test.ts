import assert from "node:assert/strict";
import { test } from "node:test";
import type { StopReason } from "../model/index.ts";
import { bothRead, weRead } from "./wires/reading.fixture.ts";

/** Reads a response with the given stop reason, by wire. */
const REASONS = {
  anthropic: (reason: string) =>
    weRead(
      "anthropic/claude-sonnet-4-5",
      { type: "message_start", message: { id: "m", role: "assistant", content: [], usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } },
      { type: "message_stop" },
    ),
  "openai-chat": (reason: string) =>
    weRead(
      "openrouter/deepseek/deepseek-v4-pro",
      { choices: [{ index: 0, delta: { content: "Hi" } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    ),
  "openai-responses": (reason: string) =>
    weRead("openai/gpt-5", {
      type: "response.incomplete",
      response: { id: "r", incomplete_details: { reason }, usage: { input_tokens: 1, output_tokens: 1 } },
    }),
  gemini: (reason: string) =>
    bothRead(
      "google/gemini-2.5-pro",
      { candidates: [{ content: { parts: [{ text: "Hi" }] } }] },
      { candidates: [{ finishReason: reason }] },
    ),
};

const endOf = async (wire: keyof typeof REASONS, reason: string): Promise<string> => {
  const { parts, error } = await REASONS[wire](reason);
  const last = parts.at(-1);
  return error?.code ?? (last?.type === "finish" ? last.stop : "nothing");
};

test("P20: a full window during the response is overflow, on each wire that reports it", async () => {
  for (const wire of ["anthropic", "openai-chat", "openai-responses"] as const) {
    assert.equal(await endOf(wire, "model_context_window_exceeded"), "overflow", wire);
  }
});

test("P19, P20: maps each of Gemini's stop reasons to a complete response, a limit, a refusal or a failure", async () => {
  const expected: Readonly<Record<string, StopReason | "transient">> = {
    STOP: "stop",
    MAX_TOKENS: "length",
    SAFETY: "refusal",
    RECITATION: "refusal",
    BLOCKLIST: "refusal",
    PROHIBITED_CONTENT: "refusal",
    SPII: "refusal",
    IMAGE_SAFETY: "refusal",
    MALFORMED_FUNCTION_CALL: "transient",
    MALFORMED_RESPONSE: "transient",
    UNEXPECTED_TOOL_CALL: "transient",
    MISSING_THOUGHT_SIGNATURE: "transient",
    LANGUAGE: "other",
    OTHER: "other",
    TOO_MANY_TOOL_CALLS: "other",
  };
  for (const [reason, end] of Object.entries(expected)) assert.equal(await endOf("gemini", reason), end, reason);
});

test("P8, P19: maps the additional stop reasons of OpenAI-compatible servers", async () => {
  assert.equal(await endOf("openai-chat", "network_error"), "transient");
  assert.equal(await endOf("openai-chat", "sensitive"), "refusal");
});
