import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./json.ts";
import { base64Of, png } from "./picture.fixture.ts";
import { seal } from "./seal.ts";
import { validateAnthropic } from "./validate-anthropic.ts";

const MODEL = "claude-sonnet-4-5";
const BODY: JsonObject = { max_tokens: 1024, messages: [{ role: "user", content: "Hello" }] };

const refusal = (changes: JsonObject): string | undefined => validateAnthropic({ ...BODY, ...changes }, MODEL)?.message;
const refusalOfMessages = (...messages: JsonObject[]): string | undefined => refusal({ messages });

const HELLO = { role: "user", content: "Hello" };

test("Anthropic: max_tokens is required and above a thinking budget", () => {
  assert.equal(refusal({}), undefined);
  assert.equal(refusal({ max_tokens: undefined }), "max_tokens: Field required");
  assert.match(refusal({ max_tokens: 0 }) ?? "", /greater than or equal to 1/);
  assert.match(refusal({ thinking: { type: "enabled", budget_tokens: 1000 } }) ?? "", /greater than or equal to 1024/);
  assert.match(refusal({ thinking: { type: "enabled", budget_tokens: 1024 } }) ?? "", /must be greater than `thinking.budget_tokens`/);
  assert.equal(refusal({ max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 } }), undefined);
});

test("Anthropic: the first message is the user's, and each role is user or assistant", () => {
  assert.match(refusalOfMessages({ role: "assistant", content: "Hi" }) ?? "", /first message must use the "user" role/);
  assert.match(refusalOfMessages(HELLO, { role: "system", content: "Be kind" }) ?? "", /messages.1.role/);
});

test("Anthropic: rejects empty content and blank text", () => {
  assert.match(refusalOfMessages({ role: "user", content: [] }) ?? "", /messages.0: all messages must have non-empty content/);
  assert.match(refusalOfMessages({ role: "user", content: [{ type: "text", text: "" }] }) ?? "", /must be non-empty/);
  assert.match(refusalOfMessages({ role: "user", content: " \n" }) ?? "", /non-whitespace/);
  assert.match(refusalOfMessages(HELLO, { role: "assistant", content: "So " }) ?? "", /trailing whitespace/);
  assert.equal(refusalOfMessages(HELLO, { role: "assistant", content: "So" }), undefined);
});

test("Anthropic: joins consecutive messages of one role, in which results must come first", () => {
  const use = { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "ls", input: {} }] };
  const result = { type: "tool_result", tool_use_id: "call_1", content: "fine" };
  const text = { type: "text", text: "And this." };
  assert.equal(refusalOfMessages(HELLO, use, { role: "user", content: [result] }, { role: "user", content: [text] }), undefined);
  assert.match(
    refusalOfMessages(HELLO, use, { role: "user", content: [text, result] }) ?? "",
    /messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: call_1/,
  );
});

test("Anthropic: a thinking block must have a signature of this model", () => {
  const history = (signature: string) => [
    HELLO,
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "Hm", signature },
        { type: "text", text: "Yes." },
      ],
    },
    HELLO,
  ];
  assert.equal(refusalOfMessages(...history(seal(MODEL, 3))), undefined);
  assert.match(
    refusalOfMessages(...history(seal("claude-opus-4-5", 3))) ?? "",
    /messages.1.content.0: Invalid `signature` in `thinking` block/,
  );
});

test("Anthropic: tools have unique names of allowed characters", () => {
  assert.equal(refusal({ tools: [{ name: "read" }, { name: "ls" }] }), undefined);
  assert.match(refusal({ tools: [{ name: "read" }, { name: "read" }] }) ?? "", /unique/);
  assert.match(refusal({ tools: [{ name: "read file" }] }) ?? "", /tools.0.custom.name/);
});

test("Anthropic: accepts at most four cache breakpoints", () => {
  const block = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
  const messages = [{ role: "user", content: [block, block] }];
  assert.equal(refusal({ system: [block, block], messages }), undefined);
  assert.match(refusal({ system: [block, block, block], messages }) ?? "", /Found 5/);
});

test("Anthropic: rejects thinking as the last block", () => {
  const thinking = { type: "thinking", thinking: "Hm", signature: seal(MODEL, 3) };
  assert.match(refusalOfMessages(HELLO, { role: "assistant", content: [thinking] }, HELLO) ?? "", /final block .* cannot be `thinking`/);
});

test("Anthropic: from version 4.6, the last message is the user's", () => {
  const messages = [HELLO, { role: "assistant", content: "So" }];
  assert.match(validateAnthropic({ ...BODY, messages }, "claude-opus-4-6")?.message ?? "", /does not support assistant message prefill/);
});

test("Anthropic: calls have IDs and names of allowed characters, and an object as arguments", () => {
  const use = (fields: JsonObject) =>
    refusalOfMessages(HELLO, { role: "assistant", content: [{ type: "tool_use", id: "a", name: "ls", input: {}, ...fields }] });
  assert.match(use({ id: "functions.ls:0" }) ?? "", /messages.1.content.0.tool_use.id: String should match pattern/);
  assert.match(use({ name: "x".repeat(201) }) ?? "", /tool_use.name: String should have at most 200 characters/);
  assert.match(use({ input: "{}" }) ?? "", /tool_use.input: Input should be a valid dictionary/);
});

test("T17: Anthropic: an image matches its declared type, is complete and not too large, in a result too", () => {
  const source = (data: string, media = "image/png") => ({ type: "base64", media_type: media, data });
  const shown = (data: string, media?: string) =>
    refusalOfMessages({
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type: "image", source: source(data, media) },
      ],
    });
  assert.equal(shown(png(100, 8000)), undefined);
  assert.match(shown(png(100, 8001)) ?? "", /^messages.0.content.1.image.source.base64.data: .* 8000 pixels$/);
  assert.match(shown(png(1, 1), "image/bmp") ?? "", /media_type: Input should be/);
  assert.match(shown(png(1, 1), "image/jpeg") ?? "", /does not match/);
  assert.match(shown(`${png(1, 1)}A`) ?? "", /Could not process image/);
  assert.match(shown(png(1, 1).padEnd(5 * 1024 * 1024 + 4, "A")) ?? "", /image exceeds 5 MB maximum: 5242884 bytes > 5242880 bytes/);

  const use = { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "ls", input: {} }] };
  const content = [{ type: "image", source: source(base64Of("no picture")) }];
  const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content }] };
  assert.match(refusalOfMessages(HELLO, use, result) ?? "", /^messages.2.content.0.tool_result.content.0.image.*Could not process image/);
});

test("Anthropic: limits images to a smaller size if there are many", () => {
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: png(10, 2001) } };
  const repeated = (count: number) => Array.from({ length: count }, () => image);
  assert.equal(refusalOfMessages({ role: "user", content: repeated(20) }), undefined);
  assert.match(refusalOfMessages({ role: "user", content: repeated(21) }) ?? "", /many-image requests: 2000 pixels/);
});

test("P20: Anthropic: rejects a request over 32 MB with status 413", () => {
  assert.equal(validateAnthropic({ ...BODY, messages: [{ role: "user", content: "x".repeat(2 ** 25 + 1) }] }, MODEL)?.status, 413);
});

test("P23: Anthropic: rejects a lone surrogate as invalid JSON", () => {
  assert.match(refusalOfMessages({ role: "user", content: "\ud83d" }) ?? "", /no low surrogate in string/);
});
