import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call, png, result, thought, user } from "../messages.fixture.ts";
import type { ConversationMessage } from "../invariant.ts";
import { nonEmptyMessages } from "./non-empty-messages.ts";

const enforce = (...messages: ConversationMessage[]) => nonEmptyMessages.enforce(messages, facts());

test("P13: omits an empty assistant message", () => {
  assert.deepEqual(enforce(user("a"), assistant([]), assistant([" \n"]), assistant([thought("hm")]), user("b")), [user("a"), user("b")]);
});

test("an empty user or tool message gets a placeholder", () => {
  assert.deepEqual(enforce(user(), user(" "), result("1", "")), [
    user("(empty message)"),
    user("(empty message)"),
    result("1", "(no output)"),
  ]);
});

test("removes blank text parts, and preserves the other parts", () => {
  assert.deepEqual(enforce(user("", png()), assistant(["\n\n", call("1")]), result("1", "", "a")), [
    user(png()),
    assistant([call("1")]),
    result("1", "a"),
  ]);
});

test("omits trailing reasoning", () => {
  assert.deepEqual(enforce(assistant([thought("a"), "Yes.", thought("b")])), [assistant([thought("a"), "Yes."])]);
});

test("messages with content stay the same objects", () => {
  const messages = [user("a"), assistant([thought("hm"), call("1")]), result("1", png())];
  assert.ok(enforce(...messages).every((message, at) => message === messages[at]));
});
