import assert from "node:assert/strict";
import { test } from "node:test";
import { textResult } from "../loop/index.ts";
import { fixedModels, scriptedModel } from "../model/index.ts";
import type { Answer, Ask, SavedAnswers, Question } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { openScene, sayTool } from "../runtime/runtime.fixture.ts";
import { answerQuestion, pendingQuestions } from "./operations.ts";
import { storeCutAt } from "./crash.fixture.ts";

const silent: Ask = () => new Promise(() => {});

/** A process that says `one` with leave, and is killed when it is asked whether it may say `two`; and its session as another process goes on with it. */
const killedAtQuestion = async (ask: Ask, answers?: SavedAnswers) => {
  const said: string[] = [];
  const say = sayTool({
    effect: "execute",
    needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }],
    run: async ({ text }) => {
      said.push(text);
      return textResult(`said ${text}`);
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
  return { standing, said, outcome, results: results.map(({ content, isError }) => [content, isError]) };
};

const answering = (answer: Answer) => {
  const questions: Question[] = [];
  const ask: Ask = async (question) => {
    questions.push(question);
    return answer;
  };
  return { ask, questions };
};

const resultOf = (text: string): readonly unknown[] => [[{ type: "text", text: `said ${text}` }], false];

test("L19: a question at which the process was killed is asked anew, under another id, and its call runs once it is allowed", async () => {
  const { ask, questions } = answering({ kind: "once" });
  const after = await killedAtQuestion(ask);
  assert.equal(after.outcome?.kind, "done");
  assert.deepEqual(
    questions.map(({ input }) => input),
    [{ text: "two" }],
  );
  assert.notEqual(questions[0]?.id, after.standing?.id);
  assert.deepEqual(
    [after.said, after.results],
    [
      ["one", "two"],
      [resultOf("one"), resultOf("two")],
    ],
  );
});

test("L19: a call whose question the kill cut short has not run, and where it is denied then nothing says that it may have", async () => {
  const { ask } = answering({ kind: "deny" });
  const after = await killedAtQuestion(ask);
  assert.equal(after.outcome?.kind, "done");
  assert.deepEqual(after.said, ["one"]);
  assert.deepEqual(after.results, [resultOf("one"), [[{ type: "text", text: "Denied: The user did not allow it." }], true]]);
});

test("what was answered elsewhere meanwhile, for always, answers the question at which the process was killed", async () => {
  const after = await killedAtQuestion(async () => assert.fail("asked"), { rules: () => ["say"], save: async () => {} });
  assert.equal(after.outcome?.kind, "done");
  assert.deepEqual(after.said, ["one", "two"]);
});
