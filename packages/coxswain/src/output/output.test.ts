import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook } from "../hooks/index.ts";
import type { RunEndEntry, RunStartEntry } from "../loop/index.ts";
import { textOf } from "../model/index.ts";
import { collect, messagesOf, openScene, says, sayTool, transcript } from "../runtime/runtime.fixture.ts";

const schema = {
  type: "object",
  properties: { name: { type: "string" }, count: { type: "integer", minimum: 0 } },
  required: ["name", "count"],
  additionalProperties: false,
};
const GOOD = '{"name":"main.ts","count":2}';

test("an answer that fits is what the run comes to: in its outcome, and in the log", async () => {
  await using scene = await openScene({ script: [GOOD] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.equal(outcome.kind, "done");
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  const end = scene.session.entries.findLast((entry): entry is RunEndEntry => entry.type === "run_end");
  assert.deepEqual(end?.outcome, { kind: "done", output: { name: "main.ts", count: 2 } });
});

test("the model is told the form once, in a message after the prompt: what a provider has cached stays as it was", async () => {
  await using scene = await openScene({ script: ["Hello.", says("look"), GOOD], tools: [sayTool()] });
  await scene.session.prompt("Hello").outcome;
  await scene.session.prompt("Count.", { output: { schema } }).outcome;
  const [first, , third] = scene.model.requests;
  assert.deepEqual(third?.system, first?.system);
  assert.deepEqual(third?.messages.slice(0, 1), first?.messages);
  const told = messagesOf(scene.session).filter((message) => message.role === "user" && message.source === "output");
  assert.equal(told.length, 1);
  assert.ok(textOf(told[0] ?? assert.fail()).includes(JSON.stringify(schema)));
});

test("an answer that does not fit is told with what is wrong and where, and the next one counts", async () => {
  await using scene = await openScene({ script: ['{"name": 7, "more": true}', GOOD] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  const told = messagesOf(scene.session).filter(({ role }) => role === "user");
  assert.deepEqual(textOf(told[2] ?? assert.fail()).split("\n"), [
    "[Your last message is not the JSON value that was asked for:]",
    '- instance does not have required property "count"',
    '- name: instance type "number" is invalid. Expected "string"',
    "- more: must not be there",
    "[Answer again with the whole JSON value that fits the JSON Schema, and nothing else.]",
  ]);
});

test("after two repairs the run has failed, and says why", async () => {
  await using scene = await openScene({ script: ["no", "still no", '{"name":"a","count":-1}', "never asked"] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome, {
    kind: "failed",
    error: {
      code: "output_invalid",
      message: "The model's answer does not fit the schema of the output, after 2 repairs: count: -1 is less than 0",
    },
  });
  assert.equal(scene.model.requests.length, 3);
});

test("fewer repairs can be wanted, or none", async () => {
  await using scene = await openScene({ script: ["no", "no"] });
  const outcome = await scene.session.prompt("Count.", { output: { schema, repairs: 0 } }).outcome;
  assert.equal(
    outcome.kind === "failed" && outcome.error.message,
    "The model's answer does not fit the schema of the output: it is no JSON",
  );
  assert.equal(scene.model.requests.length, 1);
});

test("calls on the way to the answer are calls as ever, between repairs too", async () => {
  await using scene = await openScene({ script: [says("a"), "no", says("b"), GOOD], tools: [sayTool()] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
});

test("what follows in the same run is answered first: only the last answer has to fit", async () => {
  await using scene = await openScene({ script: ["words", GOOD] });
  const run = scene.session.prompt("Think.", { output: { schema } });
  run.followUp("Now count.");
  const outcome = await run.outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  assert.deepEqual(transcript(scene.session).at(-2), "user: Now count.");
});

test("what is said while an answer is judged is answered before the run ends, and that answer is judged", async () => {
  const said: string[] = [];
  await using scene = await openScene({ script: [GOOD, '{"name":"late","count":0}'] });
  const run = scene.session.prompt("Count.", { output: { schema } });
  for await (const event of run) {
    // The answer is whole, and the turn goes on to judge it.
    if (event.type === "message_end" && event.message.role === "assistant" && said.length === 0) said.push(run.followUp("And late ones."));
  }
  const outcome = await run.outcome;
  assert.deepEqual(said, ["queued"]);
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "late", count: 0 });
});

test("steering in the middle of a repair reaches the model with it", async () => {
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

test("an abort ends a repair as it ends all else", async () => {
  await using scene = await openScene({
    script: (_, turn) => {
      if (turn === 1) scene.session.abort("enough");
      return "no";
    },
  });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome, { kind: "aborted", reason: "enough" });
});

test("a limit of turns holds for repairs as well", async () => {
  await using scene = await openScene({ script: ["no", "no", "no"] });
  const outcome = await scene.session.prompt("Count.", { output: { schema }, maxTurns: 1 }).outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "turns");
});

test("an answer that was cut off at the limit of tokens ends with that limit, and is not repaired", async () => {
  await using scene = await openScene({ script: [{ text: '{"name":"ma', stop: "length" }] });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "output_tokens");
});

test("a schema that is none is refused before anything is stored or asked", async () => {
  await using scene = await openScene({ script: ["never"] });
  const before = scene.session.entries.length;
  const run = scene.session.prompt("Count.", { output: { schema: { type: "strnig" } } });
  const outcome = await run.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "output_schema");
  assert.equal(
    outcome.kind === "failed" && outcome.error.message,
    'The schema of the output cannot be used: #/type "strnig" is no type; there are array, boolean, integer, null, number, object, string.',
  );
  assert.equal(scene.session.entries.length, before);
  assert.deepEqual(
    (await collect(run)).map(({ type }) => type),
    ["run_end"],
  );
});

test("the form is plain data of the run's beginning, and of no run after it", async () => {
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

test("hooks are heard as in any run, and before an answer is judged: what they have told is answered first", async () => {
  let told = 0;
  const heard: string[] = [];
  const hooks: readonly Hook[] = [
    { event: "turn_start", name: "starts", run: () => void heard.push("turn_start") },
    { event: "post_message", name: "reads", run: () => void heard.push("post_message") },
    { event: "pre_tool", name: "gate", run: () => ({ deny: "not now" }) },
    { event: "post_tool", name: "after", run: () => void heard.push("post_tool") },
    { event: "turn_end", name: "twice", run: ({ last }) => (last && told++ === 0 ? { tell: "Count again." } : {}) },
  ];
  await using scene = await openScene({ script: [says("a"), "words", "no", GOOD], tools: [sayTool()], hooks });
  const outcome = await scene.session.prompt("Count.", { output: { schema } }).outcome;
  assert.deepEqual(outcome.kind === "done" && outcome.output, { name: "main.ts", count: 2 });
  assert.match(transcript(scene.session).find((line) => line.startsWith("tool:")) ?? "", /not now/);
  assert.equal(told, 3);
  const count = (event: string): number => heard.filter((one) => one === event).length;
  assert.deepEqual([count("turn_start"), count("post_message"), count("post_tool")], [4, 4, 1]);
});
