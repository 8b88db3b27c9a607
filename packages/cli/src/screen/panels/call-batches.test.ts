import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Question } from "coxswain";
import { CallBatches } from "./call-batches.ts";

const called = (id: string, input: unknown, { session = "s", message = "m", name = "write" } = {}): Event =>
  ({ type: "tool_call", sessionId: session, messageId: message, call: { type: "tool_call", id, name, input } }) as unknown as Event;

const started = (id: string, session = "s"): Event =>
  ({ type: "tool_start", sessionId: session, messageId: "m", call: { id } }) as unknown as Event;

const ended = (id: string, session = "s"): Event =>
  ({ type: "tool_end", sessionId: session, messageId: "m", call: { id } }) as unknown as Event;

const asked = (callId: string, input: unknown, more: Partial<Question> = {}): Question => ({
  id: callId,
  sessionId: "s",
  root: "s",
  tool: "write",
  callId,
  input,
  requests: [{ tool: "write", effect: "write", subject: `/w/${callId}`, inside: true }],
  reasons: ["nothing allows write to change files"],
  offers: ["write(/w/**)"],
  ...more,
});

const batchOf = (...events: readonly Event[]): CallBatches => {
  const batches = new CallBatches();
  for (const event of events) batches.apply(event);
  return batches;
};

const ids = (batches: CallBatches, question: Question): readonly string[] => batches.like(question).map(({ id }) => id);

test("calls are alike if they are later edits of the same response of the same session", () => {
  const batches = batchOf(
    called("a", 1),
    called("b", 2),
    called("c", 3, { name: "bash" }),
    called("d", 4, { name: "edit" }),
    called("e", 5, { message: "other" }),
  );
  assert.deepEqual(ids(batches, asked("a", 1)), ["b", "d"]);
  assert.deepEqual(ids(batches, asked("b", 2)), ["d"]);
  batches.apply(ended("d"));
  assert.deepEqual(ids(batches, asked("b", 2)), []);
});

test("calls of other agents are alike until they run, or their agent ends", () => {
  const batches = batchOf(
    called("a", 1),
    called("x", 2, { session: "one" }),
    called("y", 3, { session: "one", name: "bash" }),
    called("x", 4, { session: "two" }),
    called("z", 5, { session: "two", message: "m2" }),
  );
  const like = (question: Question): readonly string[] => batches.like(question).map(({ session, id }) => `${session} ${id}`);
  assert.deepEqual(like(asked("a", 1)), ["one x", "two x", "two z"]);
  assert.deepEqual(like(asked("x", 4, { sessionId: "two" })), ["s a", "one x"]);
  batches.apply(started("x", "one"));
  assert.deepEqual(like(asked("a", 1)), ["two x", "two z"]);
  batches.apply({ type: "run_end", sessionId: "one" } as unknown as Event);
  batches.apply({ type: "agent_end", sessionId: "s", child: { id: "two" } } as unknown as Event);
  assert.deepEqual(like(asked("a", 1)), []);
});

test("an answer in advance covers the calls of other agents that were listed, and no others", () => {
  const batches = batchOf(called("a", 1), called("a", 2, { session: "one" }), called("b", 3, { session: "one" }));
  const first = asked("a", 1);
  const listed = batches.like(first);
  batches.apply(called("a", 2, { session: "two" }));
  batches.answer(first, listed, { kind: "once" });
  const agent = { id: "one", depth: 1, parent: "s" };
  assert.deepEqual(batches.answerTo(asked("a", 2, { sessionId: "one", agent })), { kind: "once" });
  assert.deepEqual(batches.answerTo(asked("b", 3, { sessionId: "one", agent })), { kind: "once" });
  assert.equal(batches.answerTo(asked("a", 2, { sessionId: "two" })), undefined);
  assert.equal(batches.answerTo(asked("b", "changed by a hook", { sessionId: "one", agent })), undefined);
  assert.deepEqual(
    batches.like(first).map(({ session }) => session),
    ["two"],
  );
});

test("a question with a special reason has no calls like it", () => {
  const batches = batchOf(called("a", 1), called("b", 2));
  const request = { tool: "write", effect: "write", subject: "/etc/a", inside: false } as const;
  for (const more of [{ always: true }, { reasons: ["it is protected"] }, { requests: [request] }] as const)
    assert.deepEqual(ids(batches, asked("a", 1, more)), []);
});

test("an answer in advance covers a call only as it was shown", () => {
  const batches = batchOf(called("a", 1), called("b", 2));
  const first = asked("a", 1);
  batches.answer(first, batches.like(first), { kind: "once" });
  assert.deepEqual(batches.answerTo(asked("b", 2)), { kind: "once" });
  const outside = { tool: "write", effect: "write", subject: "/etc/b", inside: false } as const;
  const command = { tool: "bash", effect: "execute", subject: "rm b", shell: "bash" } as const;
  for (const changed of [
    asked("b", "changed by a hook"),
    asked("b", 2, { always: true }),
    asked("b", 2, { reasons: ["it is protected"] }),
    asked("b", 2, { requests: [outside] }),
    asked("b", 2, { requests: [command] }),
    asked("b", 2, { sessionId: "agent" }),
    asked("c", 2),
  ])
    assert.equal(batches.answerTo(changed), undefined);
});

test("a denial in advance covers a call in any case, until the call has ended", () => {
  const batches = batchOf(called("a", 1), called("b", 2), called("c", 3));
  const first = asked("a", 1);
  batches.answer(first, batches.like(first), { kind: "deny" });
  assert.deepEqual(batches.answerTo(asked("b", "changed by a hook")), { kind: "deny" });
  batches.apply(ended("b"));
  assert.equal(batches.answerTo(asked("b", 2)), undefined);
});
