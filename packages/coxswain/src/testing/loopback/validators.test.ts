import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anthropic } from "./anthropic.ts";
import { gemini } from "./gemini.ts";
import { requestOf, type Step } from "./histories.fixture.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Wire } from "./request.ts";
import type { WireFormat } from "./wire.ts";

const FORMATS: readonly (readonly [Wire, WireFormat, string])[] = [
  ["anthropic", anthropic, "claude-sonnet-4-5"],
  ["openai-chat", openaiChat, "gpt-4.1"],
  ["openai-responses", openaiResponses, "gpt-5"],
  ["gemini", gemini, "gemini-3-pro-preview"],
];

/** Rounds of an assistant message with its calls' results, between a first and a last user message. */
const histories = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 6 }).map((rounds) => {
  const steps: Step[] = [{ role: "user", text: "Hello" }];
  let calls = 0;
  for (const count of rounds) {
    const ids = Array.from({ length: count }, () => `call_${++calls}`);
    steps.push({ role: "assistant", text: "I look.", calls: ids });
    steps.push(count === 0 ? { role: "user", text: "Continue." } : { role: "results", ids });
  }
  return steps;
});

const withCalls = histories.filter((steps) => steps.some(({ role }) => role === "results"));

/** Changes one step of results; a step without remaining results is removed. */
const changeResults = (steps: readonly Step[], pick: number, change: (ids: readonly string[]) => readonly string[]): Step[] => {
  const places = steps.flatMap(({ role }, at) => (role === "results" ? [at] : []));
  const chosen = places[pick % places.length];
  return steps.flatMap((step, at): Step[] => {
    if (at !== chosen || step.role !== "results") return [step];
    const ids = change(step.ids);
    return ids.length === 0 ? [] : [{ ...step, ids }];
  });
};

for (const [wire, format, model] of FORMATS) {
  const refusal = (steps: readonly Step[]) => format.validate(requestOf(wire, steps, model), model);

  test(`${wire}: accepts a history with a result for each call`, () => {
    fc.assert(fc.property(histories, (steps) => assert.equal(refusal(steps), undefined)));
  });

  test(`${wire}: rejects a call without its result`, () => {
    fc.assert(
      fc.property(withCalls, fc.nat(), (steps, pick) =>
        assert.equal(refusal(changeResults(steps, pick, (ids) => ids.slice(1)))?.status, 400),
      ),
    );
  });

  test(`${wire}: rejects a second result for a call`, () => {
    fc.assert(
      fc.property(withCalls, fc.nat(), (steps, pick) =>
        assert.equal(refusal(changeResults(steps, pick, (ids) => [...ids, ...ids.slice(0, 1)]))?.status, 400),
      ),
    );
  });

  test(`${wire}: rejects a result without its call`, () => {
    const steps: Step[] = [
      { role: "user", text: "Hello" },
      { role: "assistant", text: "Hi.", calls: [] },
      { role: "results", ids: ["call_9"] },
    ];
    assert.equal(refusal(steps)?.status, 400);
    assert.equal(refusal(steps.slice(2))?.status, 400);
  });

  test(`${wire}: rejects an ID that two calls share`, () => {
    const round: Step[] = [
      { role: "assistant", text: "I look.", calls: ["call_1"] },
      { role: "results", ids: ["call_1"] },
    ];
    assert.equal(refusal([{ role: "user", text: "Hello" }, ...round]), undefined);
    assert.equal(refusal([{ role: "user", text: "Hello" }, ...round, ...round])?.status, 400);
  });

  test(`${wire}: rejects a request without messages`, () => {
    assert.equal(refusal([])?.status, 400);
  });
}
