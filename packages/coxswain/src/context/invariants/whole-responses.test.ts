import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call, thought, user } from "../messages.fixture.ts";
import { wholeResponses } from "./whole-responses.ts";

test("S0-59, S4-12: omits a failed response", () => {
  const failed = assistant(["Half of"], { stop: "interrupted", streamError: { code: "transient", message: "reset" } });
  assert.deepEqual(wholeResponses.enforce([user("a"), failed, user("b")], facts()), [user("a"), user("b")]);
});

test("sends only the text of a response that the user interrupted and preserved", () => {
  const complete = assistant([thought("hm"), "I will", call("1")], { stop: "interrupted" });
  const [projected] = wholeResponses.enforce([complete], facts());
  assert.deepEqual(projected, { ...complete, content: [{ type: "text", text: "I will" }] });
  const sealed = assistant(["I will"], { stop: "interrupted", providerData: { acme: {} } });
  assert.deepEqual(wholeResponses.enforce([sealed], facts()), [assistant(["I will"], { stop: "interrupted" })]);
});

test("a complete response, and one interrupted in its text, stay the same objects", () => {
  const messages = [assistant([thought("hm"), "Yes.", call("1")]), assistant(["I wi"], { stop: "interrupted" })];
  const projected = wholeResponses.enforce(messages, facts());
  assert.ok(projected.every((message, at) => message === messages[at]));
});
