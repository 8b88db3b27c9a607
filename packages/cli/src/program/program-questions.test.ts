import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "coxswain";
import { programQuestions } from "./program-questions.ts";

const QUESTION: Question = {
  id: "q",
  sessionId: "agent",
  root: "s",
  tool: "write",
  callId: "call",
  input: { path: "../a" },
  requests: [{ tool: "write", effect: "write", subject: "/a", inside: false }],
  reasons: ["nothing allows it"],
  offers: ["write(/a)", "edit"],
  agent: { id: "agent", depth: 1, parent: "s" },
};

type Sent = Readonly<Record<string, unknown>>;

const open = () => {
  const sent: Sent[] = [];
  let nextObject = Promise.withResolvers<void>();
  const questions = programQuestions((object) => {
    sent.push(object);
    nextObject.resolve();
    nextObject = Promise.withResolvers();
  });
  return { questions, told: sent, heard: () => nextObject.promise };
};

const NEVER = new AbortController().signal;

test("sends a question with all fields of Claude Code and the real paths", async () => {
  const { questions, told: sent, heard: nextObject } = open();
  const answer = questions.ask(QUESTION, NEVER);
  await nextObject();
  assert.deepEqual(JSON.parse(JSON.stringify(sent)), [
    {
      type: "control_request",
      request_id: "q",
      request: {
        subtype: "can_use_tool",
        tool_name: "write",
        input: { path: "../a" },
        tool_use_id: "call",
        permission_suggestions: [
          {
            type: "addRules",
            rules: [{ toolName: "write", ruleContent: "/a" }, { toolName: "edit" }],
            behavior: "allow",
            destination: "session",
          },
        ],
        decision_reason: "nothing allows it",
        blocked_path: "/a",
        agent_id: "agent",
        cox_requests: [{ tool: "write", effect: "write", subject: "/a", inside: false }],
      },
    },
  ]);
  questions.answer("q", { behavior: "allow" });
  assert.deepEqual(await answer, { kind: "once" });
  assert.equal(questions.answer("q", { behavior: "allow" }), undefined);
});

test("cancels a question that was answered elsewhere, unless it was never sent", async () => {
  const { questions, told: sent, heard: nextObject } = open();
  const elsewhere = new AbortController();
  const answer = questions.ask(QUESTION, elsewhere.signal);
  await nextObject();
  elsewhere.abort();
  assert.equal((await answer).kind, "unanswered");
  assert.deepEqual(sent.at(-1), { type: "control_cancel_request", request_id: "q" });
  assert.equal(questions.answer("q", { behavior: "allow" }), undefined);
  await questions.ask(QUESTION, AbortSignal.abort());
  assert.equal(sent.length, 2);
});

test("denies open and later questions once the program has closed its input", async () => {
  const { questions, told: sent, heard: nextObject } = open();
  const first = questions.ask(QUESTION, NEVER);
  await nextObject();
  questions.close();
  for (const answer of [await first, await questions.ask({ ...QUESTION, id: "r" }, NEVER)])
    assert.match(JSON.stringify(answer), /"unanswered".*nothing allows it, and the client/);
  assert.deepEqual(
    sent.map(({ type, request_id }) => [type, request_id]),
    [
      ["control_request", "q"],
      ["control_cancel_request", "q"],
    ],
  );
});
