import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "./json.ts";
import { base64Of, png } from "./picture.fixture.ts";
import { seal } from "./seal.ts";
import { validateOpenAIResponses } from "./validate-openai-responses.ts";

const MODEL = "gpt-5";
const HELLO = { role: "user", content: [{ type: "input_text", text: "Hello" }] };
const CALL = { type: "function_call", id: "fc_1", call_id: "call_1", name: "ls", arguments: "{}" };
const OUTPUT = { type: "function_call_output", call_id: "call_1", output: "fine" };

const refusal = (...input: JsonObject[]) => validateOpenAIResponses({ input }, MODEL);

test("OpenAI Responses: input is required, and may be a string", () => {
  assert.equal(validateOpenAIResponses({ input: "Hello" }, MODEL), undefined);
  assert.equal(validateOpenAIResponses({}, MODEL)?.code, "missing_required_parameter");
});

test("OpenAI Responses: rejects a reference to a past response or item, because nothing is stored", () => {
  assert.equal(validateOpenAIResponses({ input: "Hello", previous_response_id: "resp_1" }, MODEL)?.code, "previous_response_not_found");
  const error = refusal(HELLO, { type: "item_reference", id: "rs_1" });
  assert.equal(error?.status, 404);
  assert.match(error?.message ?? "", /Items are not persisted when `store` is set to false/);
});

test("OpenAI Responses: rejects a limit below 16 output tokens", () => {
  assert.equal(validateOpenAIResponses({ input: "Hello", max_output_tokens: 15 }, MODEL)?.code, "integer_below_min_value");
  assert.equal(validateOpenAIResponses({ input: "Hello", max_output_tokens: 16 }, MODEL), undefined);
});

test("OpenAI Responses: an output follows its call", () => {
  assert.equal(refusal(HELLO, CALL, OUTPUT), undefined);
  assert.match(refusal(HELLO, OUTPUT, CALL)?.message ?? "", /No tool call found for function call output with call_id call_1/);
});

test("OpenAI Responses: items have unique IDs", () => {
  assert.match(
    refusal(HELLO, CALL, { ...CALL, call_id: "call_2" }, OUTPUT, { ...OUTPUT, call_id: "call_2" })?.message ?? "",
    /Duplicate item found with id fc_1/,
  );
});

test("OpenAI Responses: messages have content", () => {
  assert.equal(refusal({ role: "user", content: [] })?.param, "input[0].content");
});

test("OpenAI Responses: reasoning must be encrypted by this model, and followed by its item", () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: seal(MODEL, 1) };
  assert.equal(refusal(HELLO, reasoning, CALL, OUTPUT), undefined);
  assert.equal(refusal(HELLO, { ...reasoning, encrypted_content: seal("o3", 1) }, CALL, OUTPUT)?.code, "invalid_encrypted_content");
  assert.match(refusal(HELLO, reasoning, HELLO)?.message ?? "", /without its required following item/);
});

test("OpenAI Responses: tools have names of allowed characters", () => {
  const named = (name: string) => validateOpenAIResponses({ input: "Hello", tools: [{ type: "function", name }] }, MODEL);
  assert.equal(named("read_file"), undefined);
  assert.equal(named("read file")?.param, "tools[0].name");
});

test("OpenAI Responses: calls have IDs and names of allowed length and characters", () => {
  const long = "x".repeat(65);
  assert.match(
    refusal(HELLO, { ...CALL, call_id: long }, { ...OUTPUT, call_id: long })?.message ?? "",
    /Invalid 'input\[1\].call_id': string too long. Expected a string with maximum length 64/,
  );
  assert.equal(refusal(HELLO, { ...CALL, call_id: "" }, { ...OUTPUT, call_id: "" })?.code, "string_below_min_length");
  assert.equal(refusal(HELLO, { ...CALL, name: "a b" }, OUTPUT)?.param, "input[1].name");
  assert.equal(refusal(HELLO, { ...CALL, arguments: {} }, OUTPUT)?.code, "invalid_type");
});

test("T17: OpenAI Responses: an image is valid base64 image data, in an output too", () => {
  const shown = (url: string) => refusal({ role: "user", content: [{ type: "input_image", image_url: url }] });
  assert.equal(shown(`data:image/png;base64,${png(1, 1)}`), undefined);
  assert.equal(shown(`data:image/png;base64,${base64Of("no picture")}`)?.code, "invalid_image_format");
  assert.equal(shown("data:image/png;base64,A")?.code, "invalid_base64");
  const output = [{ type: "input_image", image_url: "picture.png" }];
  assert.equal(refusal(HELLO, CALL, { ...OUTPUT, output })?.code, "invalid_value");
});

test("OpenAI Responses: a string has at most 10485760 characters", () => {
  assert.equal(refusal({ role: "user", content: [{ type: "input_text", text: "x".repeat(10_485_761) }] })?.code, "string_above_max_length");
});

test("P23: OpenAI Responses: rejects a lone surrogate as invalid JSON", () => {
  assert.match(refusal({ role: "user", content: "\ud83d" })?.message ?? "", /could not parse the JSON body/);
});
