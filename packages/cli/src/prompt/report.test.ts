import assert from "node:assert/strict";
import { test } from "node:test";
import { type AssistantMessage, type Event } from "coxswain";
import { NO_USAGE } from "coxswain/providers";
import { EMPTY_REPORT, withEvent } from "./report.ts";

const place = { seq: 0, at: 0, sessionId: "s", agent: { id: "s", depth: 0 } };

const answer: AssistantMessage = {
  role: "assistant",
  content: [{ type: "text", text: "Done." }],
  model: "a/large",
  stop: "stop",
  usage: { ...NO_USAGE, input: 100 },
  cost: 0.5,
};

const EVENTS: readonly Event[] = [
  { ...place, type: "message_end", messageId: "m", message: answer },
  { ...place, type: "cost", messageId: "m", cost: 0.5, run: 0.5, session: 2.5 },
];

test("S2-34: reports the cost of a run and the total of its session", () => {
  const report = EVENTS.reduce(withEvent, EMPTY_REPORT);
  assert.deepEqual([report.cost, report.sessionCost, report.usage.input, report.text], [0.5, 2.5, 100, "Done."]);
});

test("counts requests besides the turns under the model that answered", () => {
  const spent = { usage: { ...NO_USAGE, input: 10 }, cost: 0.25, model: "a/small" };
  const entry = { seq: 1, id: "t", parent: null, at: 0, type: "title_change" as const, title: "A title", ...spent };
  const renamed = { seq: 2, id: "u", parent: "t", at: 0, type: "title_change" as const, title: "A user's title" };
  const events: readonly Event[] = [...EVENTS, { ...place, type: "entry", entry }, { ...place, type: "entry", entry: renamed }];
  const report = events.reduce(withEvent, EMPTY_REPORT);
  assert.deepEqual([report.cost, report.usage.input], [0.75, 110]);
  assert.deepEqual(report.models["a/small"], { usage: spent.usage, cost: 0.25 });
});

test("counts agents' usage once, by its entries in the session, and omits their text from the answer", () => {
  const agent = { id: "a", depth: 1, parent: "s" };
  const small = { ...answer, model: "a/small", content: [{ type: "text" as const, text: "Deep." }] };
  const entry = {
    seq: 1,
    id: "u",
    parent: null,
    at: 0,
    type: "agent_usage" as const,
    agent: "a",
    model: "a/small",
    usage: answer.usage,
    cost: 0.5,
  };
  const events: readonly Event[] = [
    ...EVENTS,
    { ...place, sessionId: "a", agent, type: "turn_start", runId: "r", turn: 1 },
    { ...place, sessionId: "a", agent, type: "message_end", messageId: "n", message: small },
    { ...place, type: "entry", entry },
  ];
  const report = events.reduce(withEvent, EMPTY_REPORT);
  assert.deepEqual([report.cost, report.usage.input, report.text, report.turns], [1, 200, "Done.", 0]);
  assert.deepEqual(Object.keys(report.models), ["a/large", "a/small"]);
});

test("counts a response that was discarded", () => {
  const spent = { usage: { ...NO_USAGE, input: 10 }, cost: 0.25, model: "a/large" };
  const entry = { seq: 1, id: "d", parent: null, at: 0, type: "response_discard" as const, run: "r", ...spent };
  const report = [...EVENTS, { ...place, type: "entry", entry } as const].reduce(withEvent, EMPTY_REPORT);
  assert.deepEqual([report.cost, report.usage.input], [0.75, 110]);
});
