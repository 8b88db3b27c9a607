import assert from "node:assert/strict";
import { test } from "node:test";
import { asRecord } from "../../base/index.ts";
import { type AssistantPart, type ModelRequest, NO_USAGE, type ToolResultPart } from "../../model/index.ts";
import { contentsWriter } from "./gemini-contents.ts";
import { geminiModel } from "./gemini-models.ts";

type Message = ModelRequest["messages"][number];

const CURRENT = geminiModel("gemini-3.8-flash");
const OLDER = geminiModel("gemini-2.5-pro");
const IMAGE = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
const INLINE = { inlineData: { mimeType: "image/png", data: IMAGE.data } };

const text = (value: string) => ({ type: "text", text: value }) as const;
const user = (value: string): Message => ({ role: "user", content: [text(value)] });
const assistant = (...content: readonly AssistantPart[]): Message => ({
  role: "assistant",
  content,
  model: "google/gemini-3.8-flash",
  stop: "tool_calls",
  usage: NO_USAGE,
});
const signed = (thoughtSignature: string) => ({ google: { thoughtSignature } });
const call = (id: string, providerData?: AssistantPart["providerData"]): AssistantPart => ({
  type: "tool_call",
  id,
  name: "ls",
  input: { path: "." },
  ...(providerData === undefined ? {} : { providerData }),
});
const result = (callId: string, content: readonly ToolResultPart[] = [text("a.txt")], isError = false): Message => ({
  role: "tool",
  callId,
  name: "ls",
  content,
  isError,
});
const signaturesOf = (message: Message, model = CURRENT) =>
  contentsWriter(model)([message])[0]?.parts.map((part) => part["thoughtSignature"]);

test("S0-22: joins consecutive results into one content, and no prompt", () => {
  const contents = contentsWriter(CURRENT)([user("Hello"), assistant(call("1"), call("2")), result("1"), result("2"), user("Stop.")]);
  assert.deepEqual(
    contents.map(({ role, parts }) => [role, parts.map((part) => Object.keys(part)[0])]),
    [
      ["user", ["text"]],
      ["model", ["functionCall", "functionCall"]],
      ["user", ["functionResponse", "functionResponse"]],
      ["user", ["text"]],
    ],
  );
});

test("converts each message once, and later results do not change an earlier request", () => {
  const write = contentsWriter(CURRENT);
  const messages = [user("Hello"), assistant(call("1"), call("2")), result("1")];
  const first = write(messages);
  const copy = structuredClone(first);
  const second = write([...messages, result("2")]);
  assert.equal(second[1]?.parts, first[1]?.parts);
  assert.equal(second[2]?.parts.length, 2);
  assert.deepEqual(first, copy);
});

test("S1-52: sends reasoning, text and calls back with their signatures", () => {
  const [content] = contentsWriter(CURRENT)([
    assistant(
      { type: "reasoning", text: "First I look.", providerData: signed("a") },
      { type: "text", text: "Looking.", providerData: signed("b") },
      call("call_1", signed("c")),
    ),
  ]);
  assert.deepEqual(content, {
    role: "model",
    parts: [
      { text: "First I look.", thought: true, thoughtSignature: "a" },
      { text: "Looking.", thoughtSignature: "b" },
      { functionCall: { id: "call_1", name: "ls", args: { path: "." } }, thoughtSignature: "c" },
    ],
  });
});

test("replaces the missing signature of a first call for a model that requires one", () => {
  const none = "skip_thought_signature_validator";
  assert.deepEqual(signaturesOf(assistant(call("1"), call("2"))), [none, none]);
  assert.deepEqual(signaturesOf(assistant(call("1", signed("a")), call("2"))), ["a", undefined]);
  assert.deepEqual(signaturesOf(assistant(call("1"), call("2", signed("a")), call("3"))), [none, "a", undefined]);
  assert.deepEqual(signaturesOf(assistant({ ...text("Hi"), providerData: signed("a") }, call("1"))), ["a", none]);
  assert.deepEqual(signaturesOf(assistant(call("1")), OLDER), [undefined]);
});

test("puts the images of a result into it since Gemini 3, and after it before", () => {
  const partsOf = (model: typeof CURRENT) => contentsWriter(model)([result("1", [text("A picture"), IMAGE])])[0]?.parts;
  const functionResponse = { id: "1", name: "ls", response: { name: "ls", content: "A picture" } };
  assert.deepEqual(partsOf(CURRENT), [{ functionResponse: { ...functionResponse, parts: [INLINE] } }]);
  assert.deepEqual(partsOf(OLDER), [{ functionResponse }, INLINE, { text: "The image above is part of the tool result before it." }]);
});

test("marks the text of a failed result as an error, also with images", () => {
  for (const content of [[text("No such file.")], [text("No such file."), IMAGE]]) {
    const [part] = contentsWriter(CURRENT)([result("1", content, true)])[0]?.parts ?? [];
    assert.deepEqual(asRecord(part?.["functionResponse"])["response"], { name: "ls", error: "No such file." });
  }
});

test("omits reasoning that has neither text nor a signature, and a message that has nothing else", () => {
  const empty: AssistantPart = { type: "reasoning", text: "", providerData: { elsewhere: { signature: "s" } } };
  assert.deepEqual(contentsWriter(CURRENT)([user("Hello"), assistant(empty), user("Continue.")]), [
    { role: "user", parts: [{ text: "Hello" }] },
    { role: "user", parts: [{ text: "Continue." }] },
  ]);
  assert.deepEqual(signaturesOf(assistant({ ...empty, providerData: signed("a") })), ["a"]);
});

test("sends parts of Google's tools back as they are, and no sources", () => {
  const part = (google: object): AssistantPart => ({ type: "provider", name: "x", providerData: { google } });
  const code = { executableCode: { language: "PYTHON", code: "print(4)" }, thoughtSignature: "s" };
  const signature = { text: "", thoughtSignature: "t" };
  const sources = { groundingMetadata: { webSearchQueries: ["x"] } };
  const parts = [part({ part: code }), text("It is 4."), part({ part: signature }), part(sources)];
  assert.deepEqual(contentsWriter(CURRENT)([assistant(...parts)])[0]?.parts, [code, { text: "It is 4." }, signature]);
});
