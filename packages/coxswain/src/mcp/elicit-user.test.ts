import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema, UserAnswer, UserQuestion } from "../loop/index.ts";
import { elicitFromUser } from "./elicit-user.ts";

const context = (depth = 0) => ({
  agent: { id: "a", depth },
  askUser: (question: UserQuestion, ask: (question: UserQuestion, signal: AbortSignal) => Promise<UserAnswer>) =>
    ask(question, new AbortController().signal),
});

/** Returns a user that gives these answers in order, and the questions that were put. */
const user = (...answers: readonly UserAnswer[]) => {
  const questions: UserQuestion[] = [];
  const ask = async (question: UserQuestion): Promise<UserAnswer> => {
    questions.push(question);
    return answers[questions.length - 1] ?? [];
  };
  return { questions, ask };
};

const form = (properties: JsonSchema, required: readonly string[] = []) =>
  ({ kind: "form", server: "github", message: "Who are you?", schema: { type: "object", properties, required } }) as const;

const signal = new AbortController().signal;

test("each field of a form is a question, and the answers have the types of the fields", async () => {
  const { ask, questions } = user(["Ada"], ["36"], ["Yes"], ["Red"], ["Tea", "Milk"]);
  const properties = {
    name: { type: "string", title: "Name", description: "Your first name" },
    age: { type: "integer" },
    member: { type: "boolean" },
    color: { type: "string", enum: ["#f00", "#00f"], enumNames: ["Red", "Blue"] },
    order: {
      type: "array",
      items: {
        anyOf: [
          { const: "t", title: "Tea" },
          { const: "m", title: "Milk" },
        ],
      },
    },
  };
  const result = await elicitFromUser(context(), ask)(form(properties, ["name"]), signal);
  assert.deepEqual(result, { action: "accept", content: { name: "Ada", age: 36, member: true, color: "#f00", order: ["t", "m"] } });
  assert.deepEqual(
    questions.map(({ options }) => options.map(({ label }) => label)),
    [["Decline"], ["Decline"], ["Yes", "No", "Decline"], ["Red", "Blue", "Decline"], ["Tea", "Milk", "Decline"]],
  );
  assert.equal(questions[0]?.question, "MCP server github: Who are you?\nName: Your first name");
  assert.deepEqual(questions[4]?.position, { number: 5, of: 5 });
});

test("a field is asked again after an answer of another type, at most three times", async () => {
  const { ask, questions } = user(["old"], ["36"]);
  const result = await elicitFromUser(context(), ask)(form({ age: { type: "integer" } }), signal);
  assert.deepEqual(result, { action: "accept", content: { age: 36 } });
  assert.match(questions[1]?.question ?? "", /"old" is not an integer$/);
  const half = user(["1.5"], ["2"]);
  assert.deepEqual(await elicitFromUser(context(), half.ask)(form({ age: { type: "integer" } }), signal), {
    action: "accept",
    content: { age: 2 },
  });
  const order = { type: "array", items: { enum: ["tea", "milk"] } };
  const other = user(["tea", "rum"], ["tea"]);
  assert.deepEqual(await elicitFromUser(context(), other.ask)(form({ order }), signal), { action: "accept", content: { order: ["tea"] } });
  const stubborn = user(["a"], ["b"], ["c"], ["4"]);
  assert.deepEqual(await elicitFromUser(context(), stubborn.ask)(form({ age: { type: "integer" } }), signal), { action: "cancel" });
});

test("an optional field may be left empty, and a required one cancels the form", async () => {
  const properties = { name: { type: "string" } };
  assert.deepEqual(await elicitFromUser(context(), user([]).ask)(form(properties), signal), { action: "accept", content: {} });
  assert.deepEqual(await elicitFromUser(context(), user([]).ask)(form(properties, ["name"]), signal), { action: "cancel" });
});

test("the user may decline at each question", async () => {
  const properties = { name: { type: "string" }, age: { type: "number" } };
  const { ask, questions } = user(["Ada"], ["Decline"]);
  assert.deepEqual(await elicitFromUser(context(), ask)(form(properties), signal), { action: "decline" });
  assert.equal(questions.length, 2);
});

test("a page is asked about with its host, and opened by the user", async () => {
  const page = { kind: "url", server: "github", message: "Log in", url: "https://example.org/login?a=1" } as const;
  const { ask, questions } = user(["Done"]);
  assert.deepEqual(await elicitFromUser(context(), ask)(page, signal), { action: "accept" });
  assert.match(questions[0]?.question ?? "", /open a page of example\.org: https:\/\/example\.org\/login\?a=1$/);
  assert.deepEqual(await elicitFromUser(context(), user(["Decline"]).ask)(page, signal), { action: "decline" });
});

test("pages of other schemes are declined without a question", async () => {
  for (const url of ["file:///etc/passwd", "javascript:alert(1)", "no url"]) {
    const { ask, questions } = user(["Done"]);
    const page = { kind: "url", server: "github", message: "", url } as const;
    assert.deepEqual(await elicitFromUser(context(), ask)(page, signal), { action: "decline" });
    assert.equal(questions.length, 0);
  }
});

test("servers are declined without a user, and in sub-agents", async () => {
  const { ask, questions } = user(["Ada"]);
  assert.deepEqual(await elicitFromUser(context(), undefined)(form({ name: { type: "string" } }), signal), { action: "decline" });
  assert.deepEqual(await elicitFromUser(context(1), ask)(form({ name: { type: "string" } }), signal), { action: "decline" });
  assert.equal(questions.length, 0);
});

test("a withdrawn question is cancelled", async () => {
  const controller = new AbortController();
  const ask = (_: UserQuestion, ended: AbortSignal): Promise<UserAnswer> =>
    new Promise((resolve) => {
      ended.addEventListener("abort", () => resolve([]));
      controller.abort();
    });
  const result = await elicitFromUser(context(), ask)(form({ name: { type: "string" } }), controller.signal);
  assert.deepEqual(result, { action: "cancel" });
});
