import assert from "node:assert/strict";
import { test } from "node:test";
import { createRuntime, fixedModels, memoryStore, scriptedModel } from "coxswain";
import type { QuestionAskEntry, QuestionReplyEntry, RunStartEntry } from "coxswain/session";
import { sessionEnd } from "./session-rows.ts";

test("a session waits while one of several questions is open", async () => {
  const store = memoryStore();
  const model = scriptedModel([]);
  await using runtime = createRuntime({ store, models: fixedModels(model) });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  await session.append<RunStartEntry>({ type: "run_start", run: "r" });
  const asked = { callId: "c", question: "Which?", options: [{ label: "a" }] };
  const [first, second] = [
    await session.append<QuestionAskEntry>({ type: "question_ask", ...asked }),
    await session.append<QuestionAskEntry>({ type: "question_ask", ...asked, callId: "d" }),
  ];
  await session.append<QuestionReplyEntry>({ type: "question_reply", question: second.id, answers: ["a"] });
  assert.equal((await sessionEnd(store, session.id)).state, "asking");
  await session.append<QuestionReplyEntry>({ type: "question_reply", question: first.id, answers: ["a"] });
  assert.equal((await sessionEnd(store, session.id)).state, "running");
});
