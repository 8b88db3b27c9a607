import assert from "node:assert/strict";
import { test } from "node:test";
import { facts } from "../facts.fixture.ts";
import { assistant, call, result, user } from "../messages.fixture.ts";
import type { ConversationMessage } from "../invariant.ts";
import { pairedCalls } from "./paired-calls.ts";

const enforce = (...messages: ConversationMessage[]) => pairedCalls.enforce(messages, facts());

test("results in the correct position stay the same objects", () => {
  const messages = [user("a"), assistant([call("1"), call("2")]), result("1"), result("2"), user("b")];
  assert.ok(enforce(...messages).every((message, at) => message === messages[at]));
});

test("L19: a call that was started when the session ended gets a result that it may have run", () => {
  const begun = call("1");
  const messages = pairedCalls.enforce([assistant([begun])], facts({ started: (one) => one === begun }));
  const answer = messages[1];
  assert.ok(answer?.role === "tool");
  assert.deepEqual([answer.callId, answer.isError, answer.reason], ["1", true, "interrupted"]);
  assert.match(JSON.stringify(answer.content), /It may have run/);
});

test("P18: a call without a start gets a result that it was not run", () => {
  const answer = enforce(assistant([call("1")]), user("continue"))[1];
  assert.ok(answer?.role === "tool" && answer.isError);
  assert.match(JSON.stringify(answer.content), /Not run/);
});

test("L20: moves results in another order, or after other messages, to their calls", () => {
  const asking = assistant([call("1"), call("2")]);
  const projected = enforce(asking, user("wait"), result("2"), assistant(["Waiting."]), result("1"));
  assert.deepEqual(projected, [asking, result("1"), result("2"), user("wait"), assistant(["Waiting."])]);
});

test("L20: moves a result before its call behind it", () => {
  assert.deepEqual(enforce(result("1"), assistant([call("1")])), [assistant([call("1")]), result("1")]);
});

test("L20: a result in the correct position replaces an early one", () => {
  const projected = enforce(result("1", "early"), assistant([call("1")]), result("1", "in place"));
  assert.deepEqual(projected, [assistant([call("1")]), result("1", "in place")]);
});

test("L20: omits a result without a call, and a second result of a call", () => {
  const projected = enforce(user("a"), result("0"), assistant([call("1")]), result("1", "first"), result("1", "second"));
  assert.deepEqual(projected, [user("a"), assistant([call("1")]), result("1", "first")]);
});

test("P17: calls with the same id each get their own result", () => {
  const [one, two] = [assistant([call("1"), call("1")]), assistant([call("1")])];
  const results = ["a", "b", "c"].map((text) => result("1", text));
  assert.deepEqual(enforce(one, ...results.slice(0, 2), two, ...results.slice(2)), [one, results[0], results[1], two, results[2]]);
});

test("P17: a result answers the newest call of its id, and the older one counts as not run", () => {
  const projected = enforce(assistant([call("1")]), assistant([call("1")]), result("1", "of the second"));
  assert.deepEqual(projected[3], result("1", "of the second"));
  assert.match(JSON.stringify(projected[1]?.content), /Not run/);
});

test("a history cannot be cut between a call and its results", () => {
  const history = [user("a"), assistant([call("1"), call("2")]), result("1"), result("2"), user("b")];
  const allowed = history.map((_, at) => pairedCalls.mayCut?.(history, at));
  assert.deepEqual(allowed, [true, true, false, false, true]);
});

test("only calls with their results can follow a history separately", () => {
  assert.ok(pairedCalls.mayFollow?.([user("a"), assistant([call("1")]), result("1"), user("b")]));
  assert.ok(!pairedCalls.mayFollow?.([result("1"), user("b")]));
  assert.ok(!pairedCalls.mayFollow?.([assistant([call("1")]), user("b")]));
});
