import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_USAGE } from "../../model/index.ts";
import { finishOf, textOf } from "../wires.fixture.ts";
import { bothRead, providerParts, weRead } from "./reading.fixture.ts";

const MODEL = "google/gemini-2.5-pro";
const answer = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] });
const ends = (finishReason: string, fields: object = {}, usage: object = {}) => ({
  candidates: [{ finishReason, ...fields }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, ...usage },
});
const call = (functionCall: object, thoughtSignature?: string) =>
  answer({ functionCall, ...(thoughtSignature === undefined ? {} : { thoughtSignature }) });

test("emits executed code and its result whole, and no call for the runtime", async () => {
  const code = { executableCode: { language: "PYTHON", code: "print(4)" }, thoughtSignature: "s" };
  const result = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "4\n" } };
  const failed = { codeExecutionResult: { outcome: "OUTCOME_FAILED", output: "NameError" } };
  const received = await weRead(
    MODEL,
    answer({ text: "Let me see." }, code, result),
    answer(failed),
    answer({ text: "It is 4." }),
    ends("STOP"),
  );
  const part = { type: "provider", name: "code_execution" };
  assert.deepEqual(providerParts(received), [
    { ...part, input: code.executableCode, providerData: { google: { part: code } } },
    { ...part, output: "4\n", providerData: { google: { part: result } } },
    { ...part, output: "NameError", isError: true, providerData: { google: { part: failed } } },
  ]);
  assert.ok(!received.parts.some(({ type }) => type === "tool_call"));
  assert.equal(textOf(received.parts), "Let me see.It is 4.");
});

test("emits invocations of Google's tools whole", async () => {
  const made = { toolCall: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["x"] } }, thoughtSignature: "s" };
  const answered = { toolResponse: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", response: { text: "Found." } } };
  const part = { type: "provider", name: "google_search_web", id: "t1" };
  assert.deepEqual(providerParts(await weRead(MODEL, answer(made, answered), ends("STOP"))), [
    { ...part, input: { queries: ["x"] }, providerData: { google: { part: made } } },
    { ...part, output: "Found.", providerData: { google: { part: answered } } },
  ]);
});

test("shows the latest sources of a response, which do not go back", async () => {
  const metadata = (...queries: readonly string[]) => ({
    webSearchQueries: queries,
    groundingChunks: [{ web: { uri: "https://a.example/", title: "A" } }],
    searchEntryPoint: { renderedContent: "<div>" },
  });
  const urlContextMetadata = { urlMetadata: [{ retrievedUrl: "https://b.example/", urlRetrievalStatus: "URL_RETRIEVAL_STATUS_SUCCESS" }] };
  const early = { candidates: [{ content: { parts: [{ text: "Hi" }] }, groundingMetadata: metadata("one") }] };
  const received = await weRead(MODEL, early, ends("STOP", { groundingMetadata: metadata("one", "two"), urlContextMetadata }));
  assert.deepEqual(providerParts(received), [
    {
      type: "provider",
      name: "google_search",
      input: { query: "one; two" },
      output: "https://a.example/\nA",
      providerData: { google: { groundingMetadata: metadata("one", "two") } },
    },
    { type: "provider", name: "url_context", input: { url: "https://b.example/" }, providerData: { google: { urlContextMetadata } } },
  ]);
  assert.equal(received.parts.at(-1)?.type, "finish");
});

test("preserves a signature in an empty text part after a call", async () => {
  const { parts } = await weRead(MODEL, call({ name: "ls", args: {} }), answer({ text: "", thoughtSignature: "s" }), ends("STOP"));
  assert.deepEqual(providerParts({ parts }), [
    { type: "provider", name: "thought_signature", providerData: { google: { part: { text: "", thoughtSignature: "s" } } } },
  ]);
});

test("reports the usage of the last pass without the input of Google's tools, or of a continued response", async () => {
  const lastPass = async (...events: readonly object[]) => finishOf((await weRead(MODEL, ...events)).parts)?.lastPass;
  assert.equal(await lastPass(answer({ text: "Hi" }), ends("STOP")), undefined);
  assert.deepEqual(
    await lastPass(answer({ text: "Hi" }), ends("STOP", {}, { toolUsePromptTokenCount: 9_000, cachedContentTokenCount: 1 })),
    {
      ...NO_USAGE,
      input: 2,
      cacheRead: 1,
      output: 2,
    },
  );
});

test("puts the arguments of a streamed call together, like the adapter", async () => {
  const partial = (jsonPath: string, fields: object, more: object = { willContinue: true }) =>
    call({ partialArgs: [{ jsonPath, ...fields }], ...more });
  const { parts } = await bothRead(
    MODEL,
    call({ name: "weather", id: "c1", willContinue: true }, "sig"),
    partial("$.location", { stringValue: "New ", willContinue: true }),
    partial("$.location", { stringValue: "Delhi" }),
    partial("$.days", { numberValue: 3 }),
    call({}),
    ends("STOP"),
  );
  const made = parts.find((part) => part.type === "tool_call");
  assert.deepEqual(made, {
    type: "tool_call",
    id: "tool-0",
    name: "weather",
    input: '{"location":"New Delhi","days":3}',
    providerData: { google: { thoughtSignature: "sig" } },
  });
  assert.equal(finishOf(parts)?.stop, "tool_calls");
});

test("ends a streamed call with its last piece, with the next call, or with the response", async () => {
  const inputs = async (...events: readonly object[]) =>
    (await weRead(MODEL, ...events)).parts.flatMap((part) => (part.type === "tool_call" ? [[part.name, part.input]] : []));
  const open = (name: string) => call({ name, partialArgs: [{ jsonPath: "$.path", stringValue: name }], willContinue: true });
  assert.deepEqual(await inputs(call({ name: "ls", partialArgs: [{ jsonPath: "$.path", stringValue: "." }] }), ends("STOP")), [
    ["ls", '{"path":"."}'],
  ]);
  assert.deepEqual(await inputs(open("a"), open("b"), call({}), ends("STOP")), [
    ["a", '{"path":"a"}'],
    ["b", '{"path":"b"}'],
  ]);
  assert.deepEqual(await inputs(open("a"), ends("STOP")), [["a", '{"path":"a"}']]);
  assert.deepEqual(await inputs(call({}), ends("STOP")), []);
});

test("P18: a streamed call that reaches the token limit has no valid arguments", async () => {
  const { parts } = await weRead(
    MODEL,
    call({ name: "write", willContinue: true }),
    call({ partialArgs: [{ jsonPath: "$.path", stringValue: "a.txt" }], willContinue: true }),
    ends("MAX_TOKENS"),
  );
  const made = parts.find((part) => part.type === "tool_call");
  assert.throws(() => JSON.parse(made?.input ?? "{}") as unknown);
  assert.equal(finishOf(parts)?.stop, "length");
});
