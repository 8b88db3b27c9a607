import assert from "node:assert/strict";
import { test } from "node:test";
import { type ErrorClass, ModelError } from "../../model/index.ts";
import { classifyRefusal, isSameKind } from "./classify-refusal.ts";

const kindOf = (words: string, code: ErrorClass = "invalid", status: number | undefined = 400) =>
  classifyRefusal(new ModelError(code, words, status === undefined ? {} : { status }))?.kind ?? "unknown";

const blamesHistory = (words: string, code: ErrorClass = "invalid", status: number | undefined = 400): boolean =>
  classifyRefusal(new ModelError(code, words, status === undefined ? {} : { status })) !== undefined;

const HISTORY = [
  "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01",
  "messages: text content blocks must be non-empty",
  "The request body is not valid JSON: no low surrogate in string: line 1 column 238273",
  "Invalid 'messages[1].content': empty array. Expected an array with minimum length 1.",
  "No tool output found for function call call_1.",
  "Duplicate function call with call_id call_1.",
  "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  "Request contains an invalid argument.",
  "This model does not support assistant message prefill. The conversation must end with a user message.",
  "Conversation roles must alternate user/assistant/user/assistant/...",
];

for (const words of HISTORY) {
  test(`blames the history: ${words.slice(0, 80)}`, () => assert.ok(blamesHistory(words)));
}

const IMAGES = [
  "messages.7.content.2.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels",
  "Could not process image",
  "Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
  "Unsupported MIME type: image/gif",
  "Invalid base64 image_url.",
];

for (const words of IMAGES) {
  test(`T17: blames an image: ${words.slice(0, 80)}`, () => assert.equal(kindOf(words), "image"));
}

const SEALED = [
  "messages.1.content.0: Invalid `signature` in `thinking` block",
  "Corrupted thought signature.",
  "The encrypted content for item rs_1 could not be verified.",
  "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
  "messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
];

for (const words of SEALED) {
  test(`P26: blames an opaque part: ${words.slice(0, 80)}`, () => assert.equal(kindOf(words), "opaque"));
}

const ELSEWHERE = [
  "`temperature` may only be set to 1 when thinking is enabled.",
  "max_tokens: 1024 > 512, which is the maximum allowed number of output tokens",
  "`max_tokens` must be greater than `thinking.budget_tokens`.",
  "Unsupported value: 'reasoning.effort' does not support 'minimal' with this model.",
  "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  "Invalid 'tools[0].function.name': string does not match pattern '^[a-zA-Z0-9_-]+$'.",
  "The model `gpt-9` does not exist",
  "Unknown parameter: 'foo'.",
];

for (const words of ELSEWHERE) {
  test(`does not blame the history: ${words.slice(0, 80)}`, () => assert.ok(!blamesHistory(words)));
}

test("judges the provider's words, not those of the message that quotes them", () => {
  const quoting = (words: string): string => `The request is longer than kimi-k2-thinking takes (400). Its message: ${words}`;
  for (const words of [...ELSEWHERE, "Provider returned error", "Something went wrong"]) assert.ok(!blamesHistory(quoting(words)), words);
  for (const words of HISTORY) assert.ok(blamesHistory(quoting(words)), words);
  for (const words of IMAGES) assert.equal(kindOf(quoting(words)), "image");
  assert.equal(kindOf(quoting("messages: text content blocks must be non-empty")), "unknown");
  assert.ok(!isSameKind(quoting("messages: roles must alternate"), quoting("messages: text content blocks must be non-empty")));
});

test("blames the history only for errors that no retry can fix", () => {
  const words = "messages.1: broken";
  for (const code of ["transient", "auth", "quota", "refused", "aborted", "overflow"] as const) assert.ok(!blamesHistory(words, code));
  assert.ok(!blamesHistory(words, "invalid", 404));
  assert.ok(blamesHistory(words, "invalid", 422));
});

test("blames the history without a status if an adapter cannot convert it", () => {
  assert.ok(
    blamesHistory("Anthropic cannot process the request: Invalid prompt: messages[3].content is not a string", "invalid", undefined),
  );
});

test("P20: blames the history for a single string that is too long, and not for too many tokens", () => {
  assert.ok(blamesHistory("Invalid 'messages[17].content': string too long. Expected a string with maximum length 1048576", "overflow"));
  assert.ok(!blamesHistory("messages: prompt is too long: 210000 tokens > 200000 maximum", "overflow"));
});

test("A14: refusals of one kind differ only in their locations and ids, or name the same kind of item", () => {
  assert.ok(isSameKind("messages.3: tool_use ids were found: toolu_01A", "messages.17: tool_use ids were found: toolu_09Z"));
  assert.ok(isSameKind("messages.7.content.2: Could not process image", "Invalid base64 image_url."));
  assert.ok(isSameKind("Corrupted thought signature.", "The encrypted content for item rs_01 could not be verified."));
  assert.ok(!isSameKind("messages: roles must alternate", "messages: text content blocks must be non-empty"));
  assert.ok(!isSameKind("Could not process image", "Corrupted thought signature."));
});
