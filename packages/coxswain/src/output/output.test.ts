import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook } from "../hooks/index.ts";
import type { RunEndEntry, RunStartEntry } from "../loop/index.ts";
import { textOf } from "../model/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";

const schema = {
  type: "object",
  properties: { name: { type: "string" }, count: { type: "integer", minimum: 0 } },
  required: ["name", "count"],
  additionalProperties: false,
};
const GOOD = '{"name":"main.ts","count":2}';

test("a valid answer is the run's output: in its outcome, and in the log", async () => {
  await using scene = await openScene({ script: [GOOD] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.equal(outcome.kind, "done");
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  const end = scene.session.entries.findLast((entry): entry is RunEndEntry => entry.type === "run_end");
  assert.deepEqual(end?.outcome, { kind: "done", output: { name: "main.ts", count: 2 } });
});

test("sends the schema once, in a message after the prompt, so that the provider's cache stays valid", async () => {
  await using scene = await openScene({ script: ["Hello.", callSay("look"), GOOD], tools: [sayTool()] });
  await scene.session.prompt("Hello").outcome;
  await scene.session.prompt("Count.", { output: { schema } }).outcome;
  const [first, , third] = scene.model.requests;
  assert.deepEqual(third?.system, first?.system);
  assert.deepEqual(third?.messages.slice(0, 1), first?.messages);
  const schemaMessages = messagesOf(scene.session).filter((message) => message.role === "user" && message.source === "output");
  assert.equal(schemaMessages.length, 1);
  assert.ok(textOf(schemaMessages[0] ?? assert.fail()).includes(JSON.stringify(schema)));
});

test("reports an invalid answer with its errors and their locations, and uses the next one", async () => {
  await using scene = await openScene({ script: ['{"name": 7, "more": true}', GOOD] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  const userMessages = messagesOf(scene.session).filter(({ role }) => role === "user");
  assert.deepEqual(textOf(userMessages[2] ?? assert.fail()).split("\n"), [
    "[Your last message does not match the requested JSON Schema:]",
    '- instance does not have required property "count"',
    '- name: instance type "number" is invalid. Expected "string"',
    "- more: is not allowed",
    "[Answer again with the whole JSON value that matches the JSON Schema, and nothing else.]",
  ]);
});

test("fails the run after two repairs, with the reason", async () => {
  await using scene = await openScene({ script: ["no", "still no", '{"name":"a","count":-1}', "never asked"] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome, {
    kind: "failed",
    error: {
      code: "output_invalid",
      message: "The model's answer does not match the output schema, after 2 repairs: count: -1 is less than 0",
    },
  });
  assert.equal(scene.model.requests.length, 3);
});

test("a run can request fewer repairs, or none", async () => {
  await using scene = await openScene({ script: ["no", "no"] });
  const outcome = await scene.session.prompt("Count.", { output: { schema, repairs: 0 } }).outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.message, "The model's answer does not match the output schema: it is not JSON");
  assert.equal(scene.model.requests.length, 1);
});

test("executes tool calls before the answer, and between repairs", async () => {
  await using scene = await openScene({ script: [callSay("a"), "no", callSay("b"), GOOD], tools: [sayTool()] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
});

test("answers a follow-up in the same run first: only the last answer must match", async () => {
  await using scene = await openScene({ script: ["words", GOOD] });
  const run = scene.session.prompt("Think.", { output: { schema } });
  run.followUp("Now count.");
  const outcome = await run.outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  assert.deepEqual(transcript(scene.session).at(-2), "user: Now count.");
});

test("answers a message that arrives during validation before the run ends, and validates that answer", async () => {
  const deliveries: string[] = [];
  await using scene = await openScene({ script: [GOOD, '{"name":"late","count":0}'] });
  const run = scene.session.prompt("Count.", { output: { schema } });
  for await (const event of run) {
    // The answer is complete, and the turn continues with the validation.
    if (event.type === "message_end" && event.message.role === "assistant" && deliveries.length === 0)
      deliveries.push(run.followUp("And late ones."));
  }
  const outcome = await run.outcome;
  assert.deepEqual(deliveries, ["queued"]);
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "late", count: 0 });
});

test("a steering message during a repair reaches the model with the repair", async () => {
  await using scene = await openScene({
    script: (_, turn) => {
      if (turn === 0) return "no";
      if (turn === 1) scene.session.steer("The name is b.ts.");
      return turn === 1 ? "no" : '{"name":"b.ts","count":1}';
    },
  });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "b.ts", count: 1 });
  assert.ok(transcript(scene.session).includes("user: The name is b.ts."));
});

test("an abort ends a repair", async () => {
  await using scene = await openScene({
    script: (_, turn) => {
      if (turn === 1) scene.session.abort("enough");
      return "no";
    },
  });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome, { kind: "aborted", reason: "enough" });
});

test("the turn limit includes repairs", async () => {
  await using scene = await openScene({ script: ["no", "no", "no"] });
  const outcome = await scene.session.prompt("Count.", { output: { schema }, maxTurns: 1 }).outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "turns");
});

test("an answer truncated at the token limit ends the run with that limit, without a repair", async () => {
  await using scene = await openScene({ script: [{ text: '{"name":"ma', stop: "length" }] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "output_tokens");
});

test("rejects an invalid schema before anything is stored or sent", async () => {
  await using scene = await openScene({ script: ["never"] });
  const before = scene.session.entries.length;
  const run = scene.session.prompt("Count.", { output: { schema: { type: "strnig" } } });
  const outcome = await run.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "output_schema");
  assert.equal(
    outcome.kind === "failed" && outcome.error.message,
    'Invalid output schema: #/type "strnig" is not a type; use one of array, boolean, integer, null, number, object, string.',
  );
  assert.equal(scene.session.entries.length, before);
  assert.deepEqual(
    (await collect(run)).map(({ type }) => type),
    ["run_end"],
  );
});

test("stores the schema as plain data in the run's start, and not in later runs", async () => {
  await using scene = await openScene({ script: [GOOD, "Words."] });
  await scene.session.prompt("Count.", { output: { schema } }).outcome;
  const outcome = await scene.session.prompt("Talk.").outcome;
  assert.equal(outcome.kind === "done" && "output" in outcome, false);
  const starts = scene.session.entries.filter((entry): entry is RunStartEntry => entry.type === "run_start");
  assert.deepEqual(
    starts.map(({ options }) => options),
    [{ output: { schema } }, undefined],
  );
});

test("runs hooks as in any run, before the validation: messages of hooks are answered first", async () => {
  let hookCalls = 0;
  const events: string[] = [];
  const hooks: readonly Hook[] = [
    { event: "turn_start", name: "starts", run: () => void events.push("turn_start") },
    { event: "post_message", name: "reads", run: () => void events.push("post_message") },
    { event: "pre_tool", name: "gate", run: () => ({ deny: "not now" }) },
    { event: "post_tool", name: "after", run: () => void events.push("post_tool") },
    { event: "turn_end", name: "twice", run: ({ last }) => (last && hookCalls++ === 0 ? { tell: "Count again." } : {}) },
  ];
  await using scene = await openScene({ script: [callSay("a"), "words", "no", GOOD], tools: [sayTool()], hooks });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  assert.match(transcript(scene.session).find((line) => line.startsWith("tool:")) ?? "", /not now/);
  assert.equal(hookCalls, 3);
  const count = (event: string): number => events.filter((one) => one === event).length;
  assert.deepEqual([count("turn_start"), count("post_message"), count("post_tool")], [4, 4, 1]);
});
