import assert from "node:assert/strict";
import { test } from "node:test";
import { eventNotice } from "./notices.ts";

test("the notice of a retry rounds its delay up, as a countdown does", () => {
  const retry = {
    type: "retry_start",
    retryId: "r",
    sessionId: "s",
    agent: { id: "s", depth: 0 },
    seq: 0,
    at: 0,
    attempt: 1,
    tries: 3,
    model: "a/b",
  } as const;
  const error = { code: "transient", message: "reset" } as const;
  assert.equal(eventNotice({ ...retry, delay: 1200, error })?.text, "Retrying in 2 s (1 of 3): reset");
});
