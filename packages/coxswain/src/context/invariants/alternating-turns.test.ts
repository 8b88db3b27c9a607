import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConversationMessage } from "../invariant.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, result, user } from "../messages.fixture.ts";
import { alternatingTurns, withContinueNote } from "./alternating-turns.ts";

const rolesOf = (messages: readonly ConversationMessage[]) => messages.map(({ role }) => role);

test("adds a note between two assistant messages", () => {
  const projected = alternatingTurns.enforce([user("a"), assistant(["b"]), assistant([call("1")]), result("1"), assistant(["c"])], facts());
  assert.deepEqual(rolesOf(projected), ["user", "assistant", "user", "assistant", "tool", "assistant"]);
});

test("does not change a history with alternating turns", () => {
  const messages = [user("a"), user("b"), assistant([call("1")]), result("1"), user("c"), assistant(["d"])];
  assert.equal(alternatingTurns.enforce(messages, facts()), messages);
});

test("considers the settled messages", () => {
  const settled = { messages: [user("a"), assistant(["b"])], callIds: new Set<string>() };
  assert.deepEqual(rolesOf(alternatingTurns.enforce([assistant(["c"])], facts({ settled }))), ["user", "assistant"]);
});

test("a request that would end with the assistant ends with the note, and the next request contains it", () => {
  const before = withContinueNote([user("a"), assistant(["b"])]);
  assert.deepEqual(rolesOf(before), ["user", "assistant", "user"]);
  const after = withContinueNote(alternatingTurns.enforce([user("a"), assistant(["b"]), assistant(["c"]), user("d")], facts()));
  assert.deepEqual(after.slice(0, 3), before);
});

test("does not change a request that ends with a user or tool message", () => {
  for (const messages of [[user("a")], [assistant([call("1")]), result("1")], []]) assert.equal(withContinueNote(messages), messages);
});
