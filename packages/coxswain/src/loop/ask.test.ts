import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AssistantPart,
  type ErrorClass,
  ModelError,
  NO_USAGE,
  type ScriptedReply,
  type StreamPart,
  type ToolCallPart,
} from "../model/index.ts";
import { collect, messagesOf, openScene, sayTool, transcript, typesOf } from "../runtime/runtime.fixture.ts";
import { receiveCalls } from "./ask.ts";
import type { Tools } from "./ports.ts";

const call = { name: "say", input: { text: "a" } };
const neverRun = sayTool({ run: () => assert.fail("no tool of a broken response may run") });

const NEVER_AGAIN = { tries: 0 };

const answer = async (reply: ScriptedReply, next = "next") => {
  const scene = await openScene({ script: [reply, next], tools: [neverRun], retry: NEVER_AGAIN });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  return { ...scene, events, outcome: await run.outcome };
};

test("a message has the data of the whole response", async () => {
  const data = { acme: { blocks: [{ data: "x" }] } };
  const raw: StreamPart[] = [
    { type: "text_start", id: "t" },
    { type: "text_delta", id: "t", delta: "Yes." },
    { type: "text_end", id: "t" },
    { type: "finish", stop: "stop", usage: NO_USAGE, providerData: data },
  ];
  const { session, runtime } = await answer({ raw });
  const [, message] = messagesOf(session);
  assert.deepEqual(message?.role === "assistant" && message.providerData, data);
  await runtime.close();
});

test("S4-12, S4-13, S1-21, S3-09: a stream that fails commits its text, marked, and runs no call that had arrived", async () => {
  const error = new ModelError("transient", "overloaded");
  const { session, outcome, runtime } = await answer({ reasoning: "hm", text: "half an ans", calls: [call], error });
  assert.deepEqual(outcome, { kind: "failed", error: { code: "transient", message: "overloaded" } });
  const [, message] = messagesOf(session);
  assert.deepEqual(message?.role === "assistant" && message.streamError, { code: "transient", message: "overloaded" });
  assert.deepEqual(transcript(session), ["user: go", "assistant: hm half an ans"]);
  await runtime.close();
});

test("a failed message is not sent again", async () => {
  const { session, model, runtime } = await answer({ text: "half", error: new ModelError("transient", "reset") });
  await session.prompt("again").outcome;
  assert.deepEqual(
    model.requests[1]?.messages.map(({ role }) => role),
    ["user", "user"],
  );
  await runtime.close();
});

test("P7: a stream without an end is truncated: the error is transient, and none of its calls runs", async () => {
  const { session, outcome, runtime } = await answer({ text: "half", calls: [call], cut: true });
  assert.equal(outcome.kind === "failed" && outcome.error.code, "transient");
  assert.deepEqual(transcript(session), ["user: go", "assistant: half"]);
  await runtime.close();
});

test("a failure before the first word leaves no message", async () => {
  const { session, events, runtime } = await answer({ error: new ModelError("auth", "wrong key") });
  assert.deepEqual(transcript(session), ["user: go"]);
  assert.ok(events.some(({ type }) => type === "message_discard"));
  await runtime.close();
});

test("P1: a failure reports the wait that the provider requested", async () => {
  const { outcome, runtime } = await answer({ error: new ModelError("transient", "slow down", { status: 429, retryAfter: 7_000 }) });
  assert.equal(outcome.kind === "failed" && outcome.error.retryAfter, 7_000);
  await runtime.close();
});

test("P19: a refusal is shown, none of its calls runs, and the session continues", async () => {
  const { session, outcome, model, runtime } = await answer({ text: "I can't", calls: [call], stop: "refusal" });
  assert.equal(outcome.kind === "failed" && outcome.error.code, "refused");
  assert.deepEqual(transcript(session), ["user: go", "assistant: I can't"]);
  assert.equal((await session.prompt("other").outcome).kind, "done");
  assert.ok(model.requests[1]?.messages.every(({ role }) => role === "user"));
  await runtime.close();
});

test("P18: calls of a response truncated at the token limit get an error result and do not run, and the run continues", async () => {
  const { session, outcome, runtime } = await answer(
    { calls: [call, { name: "say", input: '{"text":"trunc' }], stop: "length" },
    "smaller then",
  );
  assert.equal(outcome.kind, "done");
  const results = messagesOf(session).flatMap((message) => (message.role === "tool" ? [message.reason] : []));
  assert.deepEqual(results, ["invalid_input", "invalid_input"]);
  await runtime.close();
});

test("P18: an answer truncated at the token limit ends the run with that limit", async () => {
  const { outcome, runtime } = await answer({ text: "and then", stop: "length" });
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "output_tokens");
  await runtime.close();
});

for (const code of ["transient", "overflow", "auth", "quota", "invalid", "refused"] satisfies ErrorClass[]) {
  test(`an error of class ${code} ends the run with that code, once`, async () => {
    const { outcome, events, runtime } = await answer({ error: new ModelError(code, "no") });
    assert.equal(outcome.kind === "failed" && outcome.error.code, code);
    assert.equal(events.filter(({ type }) => type === "run_end").length, 1);
    await runtime.close();
  });
}

test("an exception other than a ModelError fails the run and is not thrown", async () => {
  const script = () => {
    throw new TypeError("a fault in the model's own code");
  };
  await using scene = await openScene({ script });
  const outcome = await scene.session.prompt("go").outcome;
  assert.match(outcome.kind === "failed" ? outcome.error.message : "", /a fault in the model's own code/);
});

test("P22: parts after the end, deltas without a start and starts without an end are tolerated", async () => {
  const raw = [
    { type: "text_delta", id: "x", delta: "no beginning" },
    { type: "text_start", id: "y" },
    { type: "reasoning_end", id: "never began" },
  ] as const;
  await using scene = await openScene({ script: [{ raw, text: "fine" }] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: no beginning fine"]);
});

test("a model that throws before it streams fails the run, and its message is discarded", async () => {
  await using scene = await openScene();
  const info = { ...scene.model.info, reference: "broken/broken" };
  const stream = () => {
    throw new ModelError("auth", "The key is wrong.");
  };
  await scene.session.set({ model: { info, stream } });
  const events = await collect(scene.session.prompt("go"));
  const end = events.at(-1);
  assert.equal(end?.type === "run_end" && end.outcome.kind === "failed" && end.outcome.error.code, "auth");
  const order = ["turn_start", "message_discard", "turn_end", "run_end"];
  assert.deepEqual(
    typesOf(events).filter((type) => order.includes(type)),
    order,
  );
});

test("values of a model that should be strings are converted to strings, so that they can be read again", async () => {
  const raw = [
    { type: "reasoning_start", id: "r" },
    { type: "reasoning_end", id: "r", text: 5 },
    { type: "text_delta", id: "t", delta: undefined },
    { type: "text_delta", id: "t", delta: 7 },
    { type: "tool_call", input: "{}" },
  ] as unknown as readonly StreamPart[];
  await using scene = await openScene({ script: [{ raw }, "next"] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  const [, message] = messagesOf(scene.session);
  assert.deepEqual(message?.role === "assistant" && message.content, [
    { type: "reasoning", text: "5" },
    { type: "text", text: "7" },
    { type: "tool_call", id: "call", name: "unnamed", input: {} },
  ]);
});

const say = sayTool();
const tools: Tools = { find: (name) => (name === say.name ? say : undefined), names: () => [say.name], schemaProblems: async () => [] };

const received = async (fields: Partial<ToolCallPart>, seen = new Set<string>()): Promise<ToolCallPart> => {
  const part: AssistantPart = { type: "tool_call", id: "a", name: "say", input: "{}", ...fields };
  const [got] = await receiveCalls([part], tools, () => seen);
  return got as ToolCallPart;
};

test("arguments become the JSON value that they contain", async () => {
  assert.deepEqual((await received({ input: '{"text":"hi"}' })).input, { text: "hi" });
});

test("empty arguments become an empty object", async () => {
  assert.deepEqual((await received({ input: "" })).input, {});
});

test("P14: arguments that are almost JSON are repaired", async () => {
  assert.deepEqual((await received({ input: "{text: 'hi',}" })).input, { text: "hi" });
});

test("P14: arguments that are not JSON are preserved as a string", async () => {
  assert.equal((await received({ input: "just words" })).input, "just words");
});

test("P17: an id that is already in use is renamed", async () => {
  const seen = new Set<string>();
  const ids = [await received({}, seen), await received({}, seen), await received({}, seen)].map(({ id }) => id);
  assert.deepEqual(ids, ["a", "a_2", "a_3"]);
});

test("P16: an empty id is replaced", async () => {
  assert.equal((await received({ id: "" })).id, "call");
});

test("P16: a name in another case is corrected to that of the tool", async () => {
  assert.equal((await received({ name: "Say" })).name, "say");
});

test("P16: a name that providers would reject is changed to one that they accept", async () => {
  assert.match((await received({ name: "x y\n".repeat(5_000) })).name, /^[\w-]{64}$/);
  assert.equal((await received({ name: "" })).name, "unnamed");
});
