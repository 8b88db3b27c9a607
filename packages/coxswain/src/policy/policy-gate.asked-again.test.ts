import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionRequest } from "../loop/index.ts";
import { ASKER } from "./asker.fixture.ts";
import { allowAll } from "./grants.ts";
import { policyGate } from "./policy-gate.ts";
import type { Answer, Question } from "./question.ts";

const NEVER = new AbortController().signal;
const CALL = { type: "tool_call", id: "call-1", name: "bash", input: {} } as const;
const PUSH: PermissionRequest = { tool: "bash", effect: "execute", subject: "git push" };

const gateThatAsks = (answer: Answer, policy = allowAll()) => {
  const questions: Question[] = [];
  const ask = async (question: Question): Promise<Answer> => {
    questions.push(question);
    return answer;
  };
  return { gate: policyGate({ asker: ASKER, policy, ask }), questions };
};

test("a question that a hook requires is asked although the policy allows the call, with the hook's reason", async () => {
  const { gate, questions } = gateThatAsks({ kind: "deny" });
  assert.equal((await gate.check(CALL, [PUSH], NEVER, "it pushes")).kind, "deny");
  assert.deepEqual(questions, [
    {
      id: "1",
      sessionId: "s",
      root: "s",
      tool: "bash",
      callId: "call-1",
      input: {},
      requests: [PUSH],
      reasons: ["it pushes"],
      offers: [],
      always: true,
    },
  ]);
});

test("an answer for the session does not answer a question that a hook requires", async () => {
  const { gate, questions } = gateThatAsks({ kind: "session" }, () => undefined);
  const push: PermissionRequest = { tool: "push", effect: "execute", subject: "main" };
  await gate.check(CALL, [push], NEVER);
  await gate.check(CALL, [push], NEVER);
  assert.equal(questions.length, 1);
  await gate.check(CALL, [push], NEVER, "it pushes");
  await gate.check(CALL, [push], NEVER, "it pushes");
  assert.equal(questions.length, 3);
});

test("a call that the policy denies is not asked about, although a hook requires a question", async () => {
  const { gate, questions } = gateThatAsks({ kind: "once" }, () => ({ verdict: "deny", reason: "no pushing here" }));
  assert.deepEqual(await gate.check(CALL, [PUSH], NEVER, "it pushes"), { kind: "deny", reason: "no pushing here." });
  assert.deepEqual(questions, []);
});

test("a call that policy and hook ask about is asked once, with both reasons", async () => {
  const { gate, questions } = gateThatAsks({ kind: "once" }, () => undefined);
  await gate.check(CALL, [PUSH], NEVER, "it pushes");
  assert.deepEqual(questions[0]?.reasons, ["it pushes", "nothing allows bash to run commands"]);
});
