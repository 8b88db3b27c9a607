import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../journal/index.ts";
import { OpenPermissions } from "./open-permissions.ts";

const event = (id: string, parent: string | undefined, type: string, callId = "1"): Event =>
  ({
    type,
    callId,
    seq: 1,
    at: 0,
    sessionId: id,
    agent: { id, depth: 1, ...(parent === undefined ? {} : { parent }) },
  }) as unknown as Event;

test("an open request blocks the agent that asks and all its ancestors", () => {
  const questions = new OpenPermissions();
  assert.deepEqual(questions.update(event("a", "root", "run_start")), []);
  assert.deepEqual(questions.update(event("b", "a", "permission_ask")), ["b", "a", "root"]);
  assert.deepEqual([questions.isBlocked("b"), questions.isBlocked("a"), questions.isBlocked("c")], [true, true, false]);
  questions.update(event("b", "a", "permission_ask", "2"));
  questions.update(event("b", "a", "permission_reply"));
  assert.equal(questions.isBlocked("a"), true, "another request is open");
  assert.deepEqual(questions.update(event("b", "a", "permission_reply", "2")), ["b", "a", "root"]);
  assert.equal(questions.isBlocked("a"), false);
});

test("a closed agent is no longer blocked", () => {
  const questions = new OpenPermissions();
  questions.update(event("a", "root", "permission_ask"));
  assert.deepEqual(questions.update(event("a", "root", "session_close")), ["a", "root"]);
  assert.equal(questions.isBlocked("a"), false);
});

test("ignores permission requests of the root session", () => {
  assert.deepEqual(new OpenPermissions().update(event("root", undefined, "permission_ask")), []);
});
