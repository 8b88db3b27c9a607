import assert from "node:assert/strict";
import { test } from "node:test";
import { textResult } from "../loop/index.ts";
import { fixedModels, scriptedModel } from "../model/index.ts";
import type { Answer, Ask, SavedAnswers, Question } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { answerQuestion, pendingQuestions } from "./operations.ts";
import { storeCutAt } from "../runtime/crash.fixture.ts";

const silent: Ask = () => new Promise(() => {});

/** Kills a process while it asks for permission of its second call, then resumes the session in another process. */
const killedAtQuestion = async (ask: Ask, answers?: SavedAnswers) => {
  const executed: string[] = [];
  const say = sayTool({
    effect: "execute",
    needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }],
    run: async ({ text }) => {
      executed.push(text);
      return textResult(`executed ${text}`);
    },
  });
  const both = { tools: [say], policy: () => undefined };
  const calls = ["one", "two"].map((text) => ({ name: "say", input: { text } }));
  const first = await openScene({ ...both, script: [{ calls }], ask: silent });
  void first.session.prompt("go").outcome;
  const asked: string[] = [];
  for await (const event of first.session.events({ types: ["permission_ask"] })) {
    asked.push(event.id);
    if (asked.length === 2) break;
    answerQuestion(first.session, event.id, { kind: "once" });
  }
  const store = await storeCutAt(first.store, first.session.id);
  const [standing] = pendingQuestions(first.session);
  await first.runtime.close();

  const model = scriptedModel(["Done."]);
  const runtime = createRuntime({ ...both, store, models: fixedModels(model), ask, ...(answers && { answers: () => answers }) });
  const session = await runtime.open(first.session.id);
  const outcome = await session.resume()?.outcome;
  await runtime.close();
  const results = (model.requests[0]?.messages ?? []).flatMap((message) => (message.role === "tool" ? [message] : []));
  return { standing, executed, outcome, results: results.map(({ content, isError }) => [content, isError]) };
};

const answering = (answer: Answer) => {
  const questions: Question[] = [];
  const ask: Ask = async (question) => {
    questions.push(question);
    return answer;
  };
  return { ask, questions };
};

const resultOf = (text: string): readonly unknown[] => [[{ type: "text", text: `executed ${text}` }], false];

test("L19: a question pending at a kill is asked again with a new id, and its call runs when it is allowed", async () => {
  const { ask, questions } = answering({ kind: "once" });
  const after = await killedAtQuestion(ask);
  assert.equal(after.outcome?.kind, "done");
  assert.deepEqual(
    questions.map(({ input }) => input),
    [{ text: "two" }],
  );
  assert.notEqual(questions[0]?.id, after.standing?.id);
  assert.deepEqual(
    [after.executed, after.results],
    [
      ["one", "two"],
      [resultOf("one"), resultOf("two")],
    ],
  );
});

test("L19: a call with a pending question at a kill has not run, and a later denial reports only the denial", async () => {
  const { ask } = answering({ kind: "deny" });
  const after = await killedAtQuestion(ask);
  assert.equal(after.outcome?.kind, "done");
  assert.deepEqual(after.executed, ["one"]);
  assert.deepEqual(after.results, [resultOf("one"), [[{ type: "text", text: "Denied: The user did not allow it." }], true]]);
});

test("an answer saved elsewhere in the meantime settles the question pending at a kill", async () => {
  const after = await killedAtQuestion(async () => assert.fail("asked"), { rules: () => ["say"], save: async () => {} });
  assert.equal(after.outcome?.kind, "done");
  assert.deepEqual(after.executed, ["one", "two"]);
});
