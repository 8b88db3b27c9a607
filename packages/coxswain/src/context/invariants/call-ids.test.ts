import assert from "node:assert/strict";
import { test } from "node:test";
import { toolCalls } from "../../model/index.ts";
import type { ConversationMessage } from "../invariant.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, result, user } from "../messages.fixture.ts";
import { callIds } from "./call-ids.ts";

const enforce = (...messages: ConversationMessage[]) => callIds.enforce(messages, facts());

const idsOf = (messages: readonly ConversationMessage[]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === "assistant" ? toolCalls(message).map(({ id }) => id) : message.role === "tool" ? [message.callId] : [],
  );

test("unique ids stay, and so do their messages", () => {
  const messages = [user("a"), assistant([call("1"), call("2")]), result("1"), result("2"), assistant([call("3")]), result("3")];
  assert.ok(enforce(...messages).every((message, at) => message === messages[at]));
});

test("P17: renames a duplicate id in the call and in its result", () => {
  const projected = enforce(assistant([call("1"), call("1")]), result("1"), result("1"), assistant([call("1")]), result("1"));
  assert.deepEqual(idsOf(projected), ["1", "1_2", "1", "1_2", "1_3", "1_3"]);
});

test("P17: a new id differs from all ids of the history", () => {
  const projected = enforce(assistant([call("1"), call("1_2"), call("1")]), result("1"), result("1_2"), result("1"));
  assert.deepEqual(idsOf(projected), ["1", "1_2", "1_3", "1", "1_2", "1_3"]);
});

test("makes another model's id valid for all providers", () => {
  const asking = assistant([call("functions.read:0"), call("x".repeat(80)), call("")], { model: "other/model" });
  const projected = enforce(asking, result("functions.read:0"), result("x".repeat(80)), result(""));
  assert.deepEqual(idsOf(projected).slice(3), ["functions_read_0", "x".repeat(40), "call"]);
});

test("does not change the model's own id, which its provider created", () => {
  const messages = [assistant([call("functions.read:0")]), result("functions.read:0")];
  assert.ok(enforce(...messages).every((message, at) => message === messages[at]));
});

test("handles thousands of calls with one id in linear time", () => {
  const messages = Array.from({ length: 5000 }, () => [assistant([call("1")]), result("1")]).flat();
  assert.equal(new Set(idsOf(enforce(...messages))).size, 5000);
});

test("treats an id of the settled messages as used", () => {
  const settled = { messages: [], callIds: new Set(["1", "1_2"]) };
  const projected = callIds.enforce([assistant([call("1"), call("2")]), result("1"), result("2")], facts({ settled }));
  assert.deepEqual(idsOf(projected), ["1_3", "2", "1_3", "2"]);
});
