import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelRequest } from "../../model/index.ts";
import { request } from "../wires.fixture.ts";
import { geminiWriter } from "./gemini-writer.ts";

const bodyOf = (id: string, fields: Partial<ModelRequest>) => geminiWriter(id, { url: "", headers: {} })(request(fields), undefined).body;
const MESSAGES: ModelRequest["messages"] = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];

test("sends each section of the system prompt as a part of the system instruction", () => {
  const body = bodyOf("gemini-3.8-flash", { system: ["Be terse.", " ", "Be kind."], messages: MESSAGES });
  assert.deepEqual(body["systemInstruction"], { parts: [{ text: "Be terse." }, { text: "Be kind." }] });
  assert.ok(!("systemInstruction" in bodyOf("gemini-3.8-flash", { system: [" "] })));
});

test("begins the first message with the system prompt for Gemma, in each request alike", () => {
  const write = geminiWriter("gemma-4-31b-it", { url: "", headers: {} });
  const expected = [{ role: "user", parts: [{ text: "Be terse.\n\nBe kind.\n\n" }, { text: "Hello" }] }];
  for (const _ of [1, 2]) {
    const { body } = write(request({ system: ["Be terse.", "Be kind."], messages: MESSAGES }), undefined);
    assert.deepEqual(body["contents"], expected);
    assert.ok(!("systemInstruction" in body));
  }
});

test("declares a tool with its JSON Schema unchanged", () => {
  const inputSchema = {
    type: "object",
    properties: { path: { type: ["string", "null"], pattern: "^/" }, mode: { $ref: "#/$defs/mode" } },
    additionalProperties: false,
    $defs: { mode: { anyOf: [{ const: "read" }, { enum: ["write"] }] } },
  };
  const { tools } = bodyOf("gemini-2.5-pro", { tools: [{ name: "open", description: "Opens a file.", inputSchema }] });
  assert.deepEqual(tools, [{ functionDeclarations: [{ name: "open", description: "Opens a file.", parametersJsonSchema: inputSchema }] }]);
});

test("sends no setting that the request does not have", () => {
  assert.deepEqual(bodyOf("gemini-2.5-pro", { system: [], maxOutputTokens: 100, messages: MESSAGES }), {
    generationConfig: { maxOutputTokens: 100 },
    contents: [{ role: "user", parts: [{ text: "Hello" }] }],
  });
});
