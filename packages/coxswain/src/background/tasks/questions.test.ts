import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../journal/index.ts";
import { Questions } from "./questions.ts";

const event = (id: string, parent: string | undefined, type: string, callId = "1"): Event =>
  ({
    type,
    callId,
    seq: 1,
    at: 0,
    sessionId: id,
    agent: { id, depth: 1, ...(parent === undefined ? {} : { parent }) },
  }) as unknown as Event;

test("who waits for an answer is the agent that asks, and all above it", () => {
  const questions = new Questions();
  assert.deepEqual(questions.hear(event("a", "root", "run_start")), []);
  assert.deepEqual(questions.hear(event("b", "a", "permission_ask")), ["b", "a", "root"]);
  assert.deepEqual([questions.waitsFor("b"), questions.waitsFor("a"), questions.waitsFor("c")], [true, true, false]);
  questions.hear(event("b", "a", "permission_ask", "2"));
  questions.hear(event("b", "a", "permission_reply"));
  assert.equal(questions.waitsFor("a"), true, "another one is open");
  assert.deepEqual(questions.hear(event("b", "a", "permission_reply", "2")), ["b", "a", "root"]);
  assert.equal(questions.waitsFor("a"), false);
});

test("an agent that is closed waits for nothing any more", () => {
  const questions = new Questions();
  questions.hear(event("a", "root", "permission_ask"));
  assert.deepEqual(questions.hear(event("a", "root", "session_close")), ["a", "root"]);
  assert.equal(questions.waitsFor("a"), false);
});

test("the root's own questions are no agent's", () => {
  assert.deepEqual(new Questions().hear(event("root", undefined, "permission_ask")), []);
});
