import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call, thought, user } from "../messages.fixture.ts";
import { wholeResponses } from "./whole-responses.ts";

test("S0-59, S4-12: a response that failed is left out", () => {
  const failed = assistant(["Half of"], { stop: "interrupted", streamError: { code: "transient", message: "reset" } });
  assert.deepEqual(wholeResponses.enforce([user("a"), failed, user("b")], facts()), [user("a"), user("b")]);
});

test("a response that the person cut off and kept is told by its text alone", () => {
  const kept = assistant([thought("hm"), "I will", call("1")], { stop: "interrupted" });
  const [told] = wholeResponses.enforce([kept], facts());
  assert.deepEqual(told, { ...kept, content: [{ type: "text", text: "I will" }] });
});

test("a whole response, and one that was cut off in its text, stay the same objects", () => {
  const messages = [assistant([thought("hm"), "Yes.", call("1")]), assistant(["I wi"], { stop: "interrupted" })];
  const told = wholeResponses.enforce(messages, facts());
  assert.ok(told.every((message, at) => message === messages[at]));
});
