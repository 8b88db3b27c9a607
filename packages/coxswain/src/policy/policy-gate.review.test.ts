import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionRequest, Verdict } from "../loop/index.ts";
import { ASKER } from "./asker.fixture.ts";
import { modePolicy, type PermissionMode } from "./mode-policy.ts";
import { type Policy, strictest } from "./policy.ts";
import { policyGate } from "./policy-gate.ts";
import { QuestionQueue } from "./question-queue.ts";
import type { Ask } from "./question.ts";

const NEVER = new AbortController().signal;
const CALL = { type: "tool_call", id: "call-1", name: "write", input: {} } as const;
const WRITE: PermissionRequest = { tool: "write", effect: "write", subject: "/work/a", inside: true };

/** Asks one question, whose `Ask` stays silent, in a mode that the test can change. */
const asked = async (policy: Policy = () => undefined, reason?: string) => {
  const mode: { current: PermissionMode } = { current: "ask" };
  const questions = new QuestionQueue();
  const replies: string[] = [];
  let withdrawn = 0;
  const ask: Ask = (_, signal) => new Promise(() => signal.addEventListener("abort", () => (withdrawn += 1)));
  const gate = policyGate({
    asker: ASKER,
    policy: strictest((request) => modePolicy(mode.current)(request), policy),
    ask,
    questions,
    onReply: (_, reply) => replies.push(reply.kind),
  });
  const verdict: Promise<Verdict> = gate.check(CALL, [WRITE], NEVER, reason);
  await new Promise((resolve) => void setImmediate(resolve));
  const [open] = questions.open;
  assert.ok(open !== undefined);
  return { mode, verdict, open, questions, replies, withdrawals: () => withdrawn };
};

test("a review ends a question that the new mode allows, and withdraws it from its Ask", async () => {
  const { mode, verdict, open, questions, replies, withdrawals } = await asked();
  assert.equal(open.review(), false);
  mode.current = "auto-edit";
  assert.equal(open.review(), true);
  assert.deepEqual(await verdict, { kind: "allow" });
  assert.deepEqual([replies, withdrawals(), questions.open], [["once"], 1, []]);
  assert.equal(open.review(), true);
  assert.deepEqual(replies, ["once"]);
});

test("a review denies a call that the new mode denies, with the mode's reason", async () => {
  const { mode, verdict, open } = await asked();
  mode.current = "plan";
  assert.equal(open.review(), true);
  const denied = await verdict;
  assert.equal(denied.kind, "deny");
  assert.match(denied.kind === "deny" ? denied.reason : "", /plan/);
});

test("a review does not end a question that the policy or a hook requires in every mode", async () => {
  const protectedPlace: Policy = () => ({ verdict: "ask", reason: "it is protected" });
  for (const [policy, reason] of [[protectedPlace, undefined] as const, [undefined, "a hook wants to know"] as const]) {
    const { mode, verdict, open } = await asked(policy, reason);
    mode.current = "yolo";
    assert.equal(open.review(), false);
    open.answer({ kind: "deny" });
    assert.equal((await verdict).kind, "deny");
  }
});
