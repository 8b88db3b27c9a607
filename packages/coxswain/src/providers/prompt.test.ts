import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE, type ModelRequest } from "../model/index.ts";
import { promptWriter } from "./prompt.ts";

const MESSAGES: ModelRequest["messages"] = [
  { role: "user", content: [{ type: "text", text: "Hello" }] },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "Hm.", providerData: { anthropic: { signature: "s" } } },
      { type: "tool_call", id: "a", name: "ls", input: {} },
      { type: "tool_call", id: "b", name: "ls", input: {} },
    ],
    model: "anthropic/x",
    stop: "tool_calls",
    usage: NO_USAGE,
  },
  { role: "tool", callId: "a", name: "ls", content: [{ type: "text", text: "one" }], isError: false },
  { role: "tool", callId: "b", name: "ls", content: [{ type: "image", mediaType: "image/png", data: "AAAA" }], isError: false },
];

test("converts a message once for all requests that contain it", () => {
  const write = promptWriter({});
  const first = write({ system: ["One."], messages: MESSAGES });
  const second = write({ system: ["One."], messages: [...MESSAGES, { role: "user", content: [{ type: "text", text: "More" }] }] });
  assert.equal(second[1], first[1]);
  assert.equal(second[2], first[2]);
  assert.deepEqual(second.slice(0, 4), first);
});

test("a cache mark does not change the converted message", () => {
  const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const write = promptWriter({ cacheMark: mark });
  const [first] = write({ system: [], messages: MESSAGES.slice(0, 1) });
  assert.deepEqual(first?.providerOptions, mark);
  const later = write({ system: [], messages: [...MESSAGES, ...MESSAGES.slice(1)] });
  assert.equal(later[0]?.providerOptions, undefined);
});

test("S0-22: joins consecutive results into one message with their images", () => {
  const [, , tool, ...rest] = promptWriter({})({ system: [], messages: MESSAGES });
  assert.equal(rest.length, 0);
  assert.ok(tool?.role === "tool");
  assert.deepEqual(
    tool.content.map((part) => (part.type === "tool-result" ? [part.toolCallId, part.output.type] : [])),
    [
      ["a", "text"],
      ["b", "content"],
    ],
  );
});

test("moves images behind the results if the provider accepts none inside", () => {
  const [, , tool, images] = promptWriter({ imagesAfterResults: true })({ system: [], messages: MESSAGES });
  assert.ok(tool?.role === "tool" && images?.role === "user");
  assert.deepEqual(
    tool.content.map((part) => (part.type === "tool-result" ? part.output : undefined)),
    [
      { type: "text", value: "one" },
      { type: "text", value: "(the image follows)" },
    ],
  );
  assert.deepEqual(
    images.content.map(({ type }) => type),
    ["text", "file"],
  );
});

test("omits reasoning if the provider rejects it", () => {
  const [, assistant] = promptWriter({ noReasoning: true })({ system: [], messages: MESSAGES });
  assert.ok(assistant?.role === "assistant");
  assert.deepEqual(
    assistant.content.map(({ type }) => type),
    ["tool-call", "tool-call"],
  );
});

test("writes the system prompt's sections as separate messages or as one", () => {
  const system = ["One.", " ", "Two."];
  assert.deepEqual(promptWriter({})({ system, messages: [] }), [
    { role: "system", content: "One." },
    { role: "system", content: "Two." },
  ]);
  assert.deepEqual(promptWriter({ oneSystemMessage: true })({ system, messages: [] }), [{ role: "system", content: "One.\n\nTwo." }]);
});
