import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantMessage, ReasoningRule, ReasoningRules } from "../../model/index.ts";
import type { Facts } from "../invariant.ts";
import { facts } from "../facts.fixture.ts";
import { assistant, call, MODEL, thought } from "../messages.fixture.ts";
import { ownReasoning } from "./own-reasoning.ts";

const enforce = (message: AssistantMessage, overrides: Partial<Facts>): AssistantMessage =>
  ownReasoning.enforce([message], facts(overrides))[0] as AssistantMessage;

const signed = { type: "text", text: "Yes.", providerData: { acme: { item: "m1" } } } as const;
const message = assistant([thought("hm"), signed, call("1")]);

test("sends reasoning back unchanged within its run, with its signature", () => {
  assert.equal(enforce(message, { reasoning: "run", running: new Set([message]) }), message);
});

test("omits reasoning of an earlier run, and preserves the rest", () => {
  assert.deepEqual(enforce(message, { reasoning: "run" }).content, [signed, call("1")]);
});

test("S1-53, S1-54: `never` sends no reasoning, not even within the run", () => {
  assert.deepEqual(enforce(message, { reasoning: "never", running: new Set([message]) }).content, [signed, call("1")]);
});

test("`sameModel` sends reasoning of every run", () => {
  assert.equal(enforce(message, { reasoning: "sameModel" }), message);
});

test("P26: sends neither reasoning nor other opaque data to another model", () => {
  for (const reasoning of ["never", "run", "sameModel"] as const) {
    const projected = enforce(message, { reasoning, running: new Set([message]), model: { ...MODEL, reference: "acme/small" } });
    assert.deepEqual(projected.content, [{ type: "text", text: "Yes." }, call("1")]);
  }
});

const answer = assistant([thought("hm"), signed]);
const modelWith = (rules: Partial<ReasoningRules>) => ({
  ...MODEL,
  reasoningRules: { run: "tolerated", calls: "tolerated", answers: "tolerated", ...rules } as const,
});

test("sends reasoning that the provider demands after its run too, unless the policy is `never`", () => {
  const demands = { model: modelWith({ run: "demanded", calls: "demanded" }) };
  assert.equal(enforce(message, demands), message);
  assert.equal(enforce(message, { ...demands, running: new Set([message]) }), message);
  assert.deepEqual(enforce(answer, demands).content, [signed]);
  assert.deepEqual(enforce(message, { ...demands, reasoning: "never" }).content, [signed, call("1")]);
  assert.equal(enforce(answer, { model: modelWith({ answers: "demanded" }) }), answer);
});

test("sends no reasoning that the provider refuses, whatever the policy is", () => {
  const refused: ReasoningRule = "refused";
  const model = modelWith({ run: refused, calls: refused, answers: refused });
  for (const running of [new Set<AssistantMessage>(), new Set([message, answer])]) {
    assert.deepEqual(enforce(message, { model, reasoning: "sameModel", running }).content, [signed, call("1")]);
    assert.deepEqual(enforce(answer, { model, reasoning: "sameModel", running }).content, [signed]);
  }
});

test("the data of a whole response is reasoning: it is sent back with it, or not at all", () => {
  const data = { acme: { reasoning_details: [{ type: "reasoning.encrypted", data: "x" }] } };
  const sealed = assistant([call("1")], { providerData: data });
  assert.equal(enforce(sealed, { running: new Set([sealed]) }), sealed);
  assert.equal(enforce(sealed, { model: modelWith({ calls: "demanded" }) }), sealed);
  assert.deepEqual(enforce(sealed, {}), assistant([call("1")]));
  assert.deepEqual(enforce(sealed, { reasoning: "sameModel", model: { ...MODEL, reference: "acme/small" } }), assistant([call("1")]));
});

test("P26: reasoning that one provider demands is not sent to another that demands reasoning", () => {
  const model = { ...modelWith({ run: "demanded", calls: "demanded", answers: "demanded" }), reference: "other/model" };
  assert.deepEqual(enforce(message, { model, running: new Set([message]) }).content, [{ type: "text", text: "Yes." }, call("1")]);
});

test("the same message without its reasoning is the same object in each request", () => {
  const defaults = facts();
  assert.equal(ownReasoning.enforce([message], defaults)[0], ownReasoning.enforce([message], defaults)[0]);
});

const searched = { type: "provider", name: "web_search", providerData: { acme: { block: { type: "server_tool_use" } } } } as const;
const withSearch = assistant([thought("hm"), searched, signed]);

test("content of the provider goes back to its model in every run, with the reasoning before it", () => {
  assert.equal(enforce(withSearch, { reasoning: "run" }), withSearch);
  assert.deepEqual(enforce(withSearch, { reasoning: "never" }).content, [searched, signed]);
});

test("content of the provider goes to its other models without reasoning, and to no other provider", () => {
  const small = { ...MODEL, reference: "acme/small", id: "small" };
  assert.deepEqual(enforce(withSearch, { reasoning: "sameModel", model: small }).content, [searched, { type: "text", text: "Yes." }]);
  const other = { ...MODEL, reference: "acme2/large", provider: "acme2" };
  assert.deepEqual(enforce(withSearch, { reasoning: "sameModel", model: other }).content, [{ type: "text", text: "Yes." }]);
});
