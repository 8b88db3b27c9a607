import assert from "node:assert/strict";
import { test } from "node:test";
import { type AskUser, asResult, isStandardSchema, type ToolContext, type UserQuestion } from "../loop/index.ts";
import { questionTool } from "./question.ts";
const question = (asked: string, ...labels: readonly string[]) => ({
  question: asked,
  options: (labels.length === 0 ? ["Yes", "No"] : labels).map((label) => ({ label })),
});

/** Calls the tool like the loop does. */
const call = async (ask: AskUser, questions: unknown, signal = new AbortController().signal) => {
  const tool = questionTool(ask);
  assert.ok(isStandardSchema(tool.inputSchema));
  const judged = await tool.inputSchema["~standard"].validate({ questions });
  if (judged.issues !== undefined) return { problems: judged.issues.map(({ message }) => message) };
  const { content, details } = asResult(
    await tool.execute(judged.value, {
      signal,
      askUser: (one, answering) => answering(one, signal),
    } as Partial<ToolContext> as ToolContext),
  );
  return { text: content.map((part) => (part.type === "text" ? part.text : "")).join(""), details };
};

test("S1-37: asks the questions one after the other and returns each answer to the model", async () => {
  const asked: UserQuestion[] = [];
  const answers = [["Yes"], [" my own words "]];
  const ask: AskUser = async (one) => {
    asked.push(one);
    return answers[asked.length - 1] ?? [];
  };
  const { text, details } = await call(ask, [question("Continue?"), question("Which?", "a", "b", "c")]);
  assert.equal(text, "Continue?\nThe user answered: Yes\nWhich?\nThe user answered: my own words");
  assert.deepEqual(details, {
    answers: [
      { question: "Continue?", answers: ["Yes"] },
      { question: "Which?", answers: ["my own words"] },
    ],
  });
  assert.deepEqual(
    asked.map(({ options, position }) => [options.map(({ label }) => label), position]),
    [
      [["Yes", "No"], { number: 1, of: 2 }],
      [["a", "b", "c"], { number: 2, of: 2 }],
    ],
  );
});

test("reports a missing answer as none: silence is not consent", async () => {
  const { text } = await call(async () => [], [question("Delete it?")]);
  assert.equal(text, "Delete it?\n(The user gave no answer: choose the safest option, and report your choice.)");
});

test("after an abort it asks no further question and ignores a late answer", async () => {
  const aborting = new AbortController();
  let asked = 0;
  const ask: AskUser = async () => {
    asked += 1;
    aborting.abort();
    return ["Yes"];
  };
  const { details } = await call(ask, [question("One?"), question("Two?")], aborting.signal);
  assert.equal(asked, 1);
  assert.deepEqual(details, { answers: [] });
});

test("requires 1 to 4 questions with 2 to 5 options each, of limited length", async () => {
  const never: AskUser = async () => assert.fail("asked");
  const problems = async (questions: unknown) => (await call(never, questions)).problems;
  assert.deepEqual(await problems([]), ["must have 1 to 4 items, not 0"]);
  assert.deepEqual(await problems(Array.from({ length: 5 }, () => question("Which?"))), ["must have 1 to 4 items, not 5"]);
  assert.deepEqual(await problems([question("Which?", "a")]), ["item 1: options must have 2 to 5 items, not 1"]);
  assert.deepEqual(await problems([question("Which?", "a", "b", "c", "d", "e", "f")]), ["item 1: options must have 2 to 5 items, not 6"]);
  assert.deepEqual(await problems([question("?".repeat(501))]), ["item 1: question must have at most 500 characters"]);
});

test("returns all answers to a question that takes several", async () => {
  const asked: UserQuestion[] = [];
  const ask: AskUser = async (one) => {
    asked.push(one);
    return ["a", "c", "my own words"];
  };
  const { text } = await call(ask, [{ ...question("Which?", "a", "b", "c"), multiple: true }]);
  assert.equal(text, "Which?\nThe user answered: a; c; my own words");
  assert.deepEqual(asked, [{ ...question("Which?", "a", "b", "c"), multiple: true }]);
  await call(ask, [{ ...question("Which?", "a", "b"), multiple: false }]);
  assert.equal(asked[1]?.multiple, undefined);
});
