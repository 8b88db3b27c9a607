import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./json.ts";
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

test("Anthropic: the first message is the user's, and no message is of another role", () => {
  assert.match(refusalOfMessages({ role: "assistant", content: "Hi" }) ?? "", /first message must use the "user" role/);
  assert.match(refusalOfMessages(HELLO, { role: "system", content: "Be kind" }) ?? "", /messages.1.role/);
});

test("Anthropic: content is not empty, and texts are more than spaces", () => {
  assert.match(refusalOfMessages({ role: "user", content: [] }) ?? "", /messages.0: all messages must have non-empty content/);
  assert.match(refusalOfMessages({ role: "user", content: [{ type: "text", text: "" }] }) ?? "", /must be non-empty/);
  assert.match(refusalOfMessages({ role: "user", content: " \n" }) ?? "", /non-whitespace/);
  assert.match(refusalOfMessages(HELLO, { role: "assistant", content: "So " }) ?? "", /trailing whitespace/);
  assert.equal(refusalOfMessages(HELLO, { role: "assistant", content: "So" }), undefined);
});

test("Anthropic: consecutive messages of one role count as one, and results come first in theirs", () => {
  const use = { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "ls", input: {} }] };
  const result = { type: "tool_result", tool_use_id: "call_1", content: "fine" };
  const text = { type: "text", text: "And this." };
  assert.equal(refusalOfMessages(HELLO, use, { role: "user", content: [result] }, { role: "user", content: [text] }), undefined);
  assert.match(
    refusalOfMessages(HELLO, use, { role: "user", content: [text, result] }) ?? "",
    /messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: call_1/,
  );
});

test("Anthropic: a thinking block comes back with the signature that this model gave", () => {
  const history = (signature: string) => [HELLO, { role: "assistant", content: [{ type: "thinking", thinking: "Hm", signature }] }, HELLO];
  assert.equal(refusalOfMessages(...history(seal(MODEL, 3))), undefined);
  assert.match(
    refusalOfMessages(...history(seal("claude-opus-4-5", 3))) ?? "",
    /messages.1.content.0: Invalid `signature` in `thinking` block/,
  );
});

test("Anthropic: tools have unique names of the allowed characters", () => {
  assert.equal(refusal({ tools: [{ name: "read" }, { name: "ls" }] }), undefined);
  assert.match(refusal({ tools: [{ name: "read" }, { name: "read" }] }) ?? "", /unique/);
  assert.match(refusal({ tools: [{ name: "read file" }] }) ?? "", /tools.0.custom.name/);
});

test("Anthropic: at most four cache markers are taken", () => {
  const block = { type: "text", text: "x", cache_control: { type: "ephemeral" } };
  const messages = [{ role: "user", content: [block, block] }];
  assert.equal(refusal({ system: [block, block], messages }), undefined);
  assert.match(refusal({ system: [block, block, block], messages }) ?? "", /Found 5/);
});
