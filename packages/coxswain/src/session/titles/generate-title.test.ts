import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError, scriptedModel, textOf } from "../../model/index.ts";
import { generateTitle } from "./generate-title.ts";

test("S4-59: generates a title with one request without tools and with few tokens, and returns its usage and cost", async () => {
  const usage = { input: 200, output: 10 };
  const model = scriptedModel([{ text: '"Fix the test"', usage }], { info: { price: { input: 1, output: 5 } } });
  const { title, usage: reported, cost } = await generateTitle(model, "The test fails, fix it", { maxTokens: 64 });
  assert.equal(title, "Fix the test");
  assert.deepEqual({ input: reported.input, output: reported.output }, usage);
  assert.equal(cost, 0.000_25);
  const [request] = model.requests;
  assert.deepEqual(request?.tools, []);
  assert.equal(request?.maxOutputTokens, 64);
  assert.equal(request?.thinking, "off");
  assert.match(request?.messages.map(textOf).join("") ?? "", /The test fails, fix it/);
});

test("uses the lowest thinking level of a model that always thinks", async () => {
  const model = scriptedModel(["A title"], { info: { thinking: ["low", "high"] } });
  await generateTitle(model, "x");
  assert.equal(model.requests[0]?.thinking, "low");
});

test("sends only the beginning of a long prompt", async () => {
  const model = scriptedModel(["A title"]);
  await generateTitle(model, `${"x".repeat(3_999)}😀${"y".repeat(100_000)}`);
  const sent = model.requests[0]?.messages.map(textOf).join("") ?? "";
  assert.ok(sent.length < 5_000);
  assert.ok(sent.isWellFormed());
});

test("a blank response yields no title", async () => {
  assert.equal((await generateTitle(scriptedModel([{ text: "\n" }]), "x")).title, undefined);
});

test("rejects if the response is truncated, refused or aborted, or fails", async () => {
  const model = scriptedModel([
    { text: "A ti", cut: true },
    { error: new ModelError("auth", "Wrong key.") },
    { text: "I will not.", stop: "refusal" },
    "A title",
  ]);
  await assert.rejects(generateTitle(model, "x"), { code: "transient" });
  await assert.rejects(generateTitle(model, "x"), { code: "auth" });
  await assert.rejects(generateTitle(model, "x"), { code: "refused" });
  await assert.rejects(generateTitle(model, "x", { signal: AbortSignal.abort() }), { code: "aborted" });
});
