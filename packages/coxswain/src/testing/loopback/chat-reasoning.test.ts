import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./json.ts";
import { reasoningFault } from "./chat-reasoning.ts";
import { loopbackProvider } from "./loopback-provider.ts";
import { seal } from "./seal.ts";

const HELLO = { role: "user", content: "Hello" };
const call = { id: "call_1", type: "function", function: { name: "ls", arguments: "{}" } };
const calling = (fields: JsonObject = {}) => ({ role: "assistant", content: null, tool_calls: [call], ...fields });
const answer = (fields: JsonObject = {}) => ({ role: "assistant", content: "Done.", ...fields });
const fault = (model: string, messages: readonly JsonObject[], body: JsonObject = { tools: [{}] }) => reasoningFault(messages, body, model);

test("DeepSeek: every response needs its reasoning if the request has tools, unless thinking is disabled", () => {
  const model = "deepseek-v4-pro";
  assert.match(fault(model, [HELLO, answer(), HELLO]) ?? "", /must be passed back/);
  assert.equal(fault(model, [HELLO, calling({ reasoning_content: "" }), answer({ reasoning_content: "Hm." })]), undefined);
  assert.equal(fault(model, [HELLO, answer()], {}), undefined);
  assert.equal(fault(model, [HELLO, answer()], { tools: [{}], thinking: { type: "disabled" } }), undefined);
});

test("Moonshot: every call needs reasoning that is not empty", () => {
  const model = "kimi-k3";
  assert.match(fault(model, [HELLO, calling({ reasoning_content: "" })]) ?? "", /missing in assistant tool call message at index 1/);
  assert.equal(fault(model, [HELLO, calling({ reasoning_content: " " }), answer()]), undefined);
});

test("Gemini on OpenRouter: every first call needs a signature of this model", () => {
  const model = "google/gemini-3.1-pro-preview";
  const signed = (data: string, id = "call_1") => calling({ reasoning_details: [{ type: "reasoning.encrypted", data, id }] });
  assert.match(fault(model, [HELLO, calling(), answer()]) ?? "", /missing a thought_signature/);
  assert.match(fault(model, [HELLO, signed(seal(model, 1), "call_2")]) ?? "", /missing a thought_signature/);
  assert.match(fault(model, [HELLO, signed(seal("google/gemini-3-flash", 1))]) ?? "", /Corrupted/);
  assert.equal(fault(model, [HELLO, signed(seal(model, 1)), answer()]), undefined);
  assert.equal(fault("google/gemini-2.5-pro", [HELLO, calling()]), undefined);
});

test("Gemini on OpenRouter streams its reasoning as blocks, and the signature after the call", async () => {
  await using server = await loopbackProvider([{ reasoning: "Hm.", calls: [{ id: "c1", name: "ls", input: {} }] }]);
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "google/gemini-3-flash-preview", stream: true, messages: [HELLO] }),
  });
  const text = await response.text();
  assert.match(text, /"reasoning":"Hm\.","reasoning_details":\[\{"type":"reasoning\.text","text":"Hm\."/);
  assert.ok(text.indexOf("reasoning.encrypted") > text.indexOf("tool_calls"));
  assert.match(text, /"id":"c1","format":"google-gemini-v1"/);
});
