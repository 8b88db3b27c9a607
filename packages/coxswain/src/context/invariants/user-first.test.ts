import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, user } from "../messages.fixture.ts";
import { userFirst } from "./user-first.ts";

test("adds a user note before a history that starts with the assistant", () => {
  const projected = userFirst.enforce([assistant(["Hello."]), user("a")], facts());
  assert.deepEqual(
    projected.map(({ role }) => role),
    ["user", "assistant", "user"],
  );
});

test("does not change a history that starts with the user, or an empty one", () => {
  for (const messages of [[user("a"), assistant(["b"])], []]) assert.equal(userFirst.enforce(messages, facts()), messages);
});

test("messages after a history that starts with the user may start with the assistant", () => {
  const messages = [assistant(["b"])];
  const settled = { messages: [user("a")], callIds: new Set<string>() };
  assert.equal(userFirst.enforce(messages, facts({ settled })), messages);
});
