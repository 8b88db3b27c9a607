import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./json.ts";
import { base64Of, png } from "./picture.fixture.ts";
import { validateOpenAIChat } from "./validate-openai-chat.ts";

const HELLO = { role: "user", content: "Hello" };
const call = (fields: JsonObject = {}) => ({ id: "call_1", type: "function", function: { name: "ls", arguments: "{}" }, ...fields });

const refusal = (...messages: JsonObject[]) => validateOpenAIChat({ messages });

test("OpenAI Chat: a message has a known role", () => {
  assert.equal(refusal({ role: "system", content: "Be kind" }, { role: "developer", content: "" }, HELLO), undefined);
  assert.deepEqual(refusal(HELLO, { role: "robot", content: "Hi" }), {
    status: 400,
    message: "Invalid value: 'robot'.",
    param: "messages[1].role",
    code: "invalid_value",
  });
});

test("OpenAI Chat: content is required, unless an assistant only calls tools", () => {
  assert.match(refusal({ role: "user", content: [] })?.message ?? "", /empty array/);
  assert.match(refusal({ role: "user" })?.message ?? "", /expected a string, got null/);
  assert.match(refusal(HELLO, { role: "assistant", content: null })?.message ?? "", /expected a string, got null/);
  const result = { role: "tool", tool_call_id: "call_1", content: "fine" };
  assert.equal(refusal(HELLO, { role: "assistant", content: null, tool_calls: [call()] }, result), undefined);
});

test("OpenAI Chat: the list of calls is not empty; calls have IDs of at most 40 characters and string arguments", () => {
  assert.equal(refusal(HELLO, { role: "assistant", content: "", tool_calls: [] })?.code, "empty_array");
  assert.equal(refusal(HELLO, { role: "assistant", tool_calls: [call({ id: "x".repeat(41) })] })?.code, "string_above_max_length");
  assert.equal(
    refusal(HELLO, { role: "assistant", tool_calls: [call({ function: { name: "ls", arguments: {} } })] })?.code,
    "invalid_type",
  );
});

test("OpenAI Chat: rejects a message between a call and its result", () => {
  const result = { role: "tool", tool_call_id: "call_1", content: "fine" };
  const error = refusal(HELLO, { role: "assistant", tool_calls: [call()] }, HELLO, result);
  assert.match(error?.message ?? "", /did not have response messages: call_1/);
});

test("OpenAI Chat: tools have names of allowed characters", () => {
  const named = (name: string) => validateOpenAIChat({ messages: [HELLO], tools: [{ type: "function", function: { name } }] });
  assert.equal(named("read_file"), undefined);
  assert.equal(named("read file")?.param, "tools[0].function.name");
});

test("OpenAI Chat: a call has a name of allowed characters", () => {
  const named = (name: string) => refusal(HELLO, { role: "assistant", tool_calls: [call({ function: { name, arguments: "{}" } })] });
  for (const name of ["a b", "", "x".repeat(65)]) assert.equal(named(name)?.param, "messages[1].tool_calls[0].function.name");
});

test("OpenAI Chat: a string has at most 1048576 characters", () => {
  const text = "x".repeat(1_048_577);
  assert.match(refusal({ role: "user", content: text })?.message ?? "", /Invalid 'messages\[0\].content': string too long/);
  assert.equal(refusal({ role: "user", content: [{ type: "text", text }] })?.param, "messages[0].content[0].text");
  assert.equal(refusal({ role: "user", content: text.slice(1) }), undefined);
});

test("T17: OpenAI Chat: an image is valid base64 image data in a user message", () => {
  const shown = (data: string, role = "user") =>
    refusal(HELLO, { role, content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] });
  assert.equal(shown(png(1, 1)), undefined);
  assert.equal(shown(base64Of("no picture"))?.code, "invalid_image_format");
  assert.equal(shown("A")?.code, "invalid_base64");
  assert.match(shown(png(1, 1), "assistant")?.message ?? "", /only allowed for messages with role 'user'/);
});

test("P23: OpenAI Chat: rejects a lone surrogate as invalid JSON", () => {
  assert.match(refusal({ role: "user", content: "\ud83d" })?.message ?? "", /could not parse the JSON body/);
});
