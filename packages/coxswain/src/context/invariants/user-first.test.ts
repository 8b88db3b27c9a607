import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, user } from "../messages.fixture.ts";
import { userFirst } from "./user-first.ts";

test("a history that begins with the assistant gets a user's note before it", () => {
  const told = userFirst.enforce([assistant(["Hello."]), user("a")], facts());
  assert.deepEqual(
    told.map(({ role }) => role),
    ["user", "assistant", "user"],
  );
});

test("a history that begins with the user, and one without messages, stay as they are", () => {
  for (const messages of [[user("a"), assistant(["b"])], []]) assert.equal(userFirst.enforce(messages, facts()), messages);
});

test("what follows a history that begins with the user may begin with the assistant", () => {
  const messages = [assistant(["b"])];
  const settled = { messages: [user("a")], callIds: new Set<string>() };
  assert.equal(userFirst.enforce(messages, facts({ settled })), messages);
});
