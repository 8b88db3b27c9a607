import assert from "node:assert/strict";
import { toolCalls } from "coxswain";
import { type ModelRequest } from "coxswain/providers";

/** Asserts the rules that every provider enforces on a request's messages. */
export const assertValidHistory = ({ messages }: ModelRequest): void => {
  assert.equal(messages[0]?.role, "user", "the first message is the user's");
  const ids = new Set<string>();
  for (const [at, message] of messages.entries()) {
    assert.ok(message.content.length > 0, "no message is empty");
    if (message.role === "tool") assert.notEqual(messages[at - 1]?.role, "user", "a result follows a call or a result");
    if (message.role !== "assistant") continue;
    assert.equal(message.streamError, undefined, "a failed response is not sent");
    const calls = toolCalls(message);
    const results = messages.slice(at + 1).findIndex(({ role }) => role !== "tool");
    assert.equal(results < 0 ? messages.length - at - 1 : results, calls.length, "as many results as calls");
    for (const [offset, { id }] of calls.entries()) {
      const result = messages[at + 1 + offset];
      assert.equal(result?.role === "tool" && result.callId, id, "results are in the order of their calls");
      assert.ok(!ids.has(id), "call ids are unique");
      ids.add(id);
    }
  }
};
