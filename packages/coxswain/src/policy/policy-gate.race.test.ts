import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Verdict } from "../loop/index.ts";
import { ASKER } from "./asker.fixture.ts";
import { readingInside } from "./grants.ts";
import { policyGate } from "./policy-gate.ts";
import type { Answer } from "./question.ts";

const TOOLS = ["bash", "edit", "fetch"] as const;
const ANSWERS: readonly Answer[] = [
  { kind: "once" },
  { kind: "session" },
  { kind: "deny" },
  { kind: "unanswered", reason: "No user is available." },
];

const step = fc.oneof(
  fc.record({ do: fc.constant("check" as const), tool: fc.constantFrom(...TOOLS) }),
  fc.record({ do: fc.constant("answer" as const), answer: fc.constantFrom(...ANSWERS) }),
  fc.record({ do: fc.constant("abort" as const), check: fc.nat({ max: 9 }) }),
  fc.record({ do: fc.constant("let others run" as const) }),
);

test("decision 1: in any order of calls, answers and aborts, one question is open at a time and every call gets its verdict", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const open: ((answer: Answer) => void)[] = [];
      const replyCounts = new Map<string, number>();
      let unanswered = 0;
      const gate = policyGate({
        asker: ASKER,
        policy: readingInside(),
        ask: () => new Promise((resolve) => open.push(resolve)),
        onAsk: ({ callId }) => {
          unanswered += 1;
          assert.equal(unanswered, 1);
          assert.ok(!replyCounts.has(callId));
          replyCounts.set(callId, 0);
        },
        onReply: ({ callId }) => {
          unanswered -= 1;
          replyCounts.set(callId, (replyCounts.get(callId) ?? 0) + 1);
        },
      });
      const checks: { readonly aborter: AbortController; readonly verdict: Promise<Verdict> }[] = [];

      for (const action of steps) {
        if (action.do === "check") {
          const aborter = new AbortController();
          const call = { type: "tool_call", id: `call-${checks.length}`, name: action.tool, input: {} } as const;
          const request = { tool: action.tool, effect: "execute", subject: "it" } as const;
          checks.push({ aborter, verdict: gate.check(call, [request], aborter.signal) });
        } else if (action.do === "answer") open.shift()?.(action.answer);
        else if (action.do === "abort") checks[action.check]?.aborter.abort();
        else await settled();
      }

      let ended = false;
      const verdicts = Promise.all(checks.map(({ verdict }) => verdict)).finally(() => (ended = true));
      for (let rounds = 0; !ended && rounds <= 2 * checks.length; rounds++) {
        open.shift()?.({ kind: "once" });
        await settled();
      }
      assert.ok(ended, "a call waits for ever");
      await verdicts;
      assert.equal(unanswered, 0);
      assert.ok([...replyCounts.values()].every((replies) => replies === 1));
    }),
  );
});

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
