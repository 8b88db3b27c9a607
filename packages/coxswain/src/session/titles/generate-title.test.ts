import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelError, scriptedModel, textOf } from "../../model/index.ts";
import { generateTitle } from "./generate-title.ts";

test("S4-59: a title is asked for in one request without tools, bounded in its tokens, and tells what it took", async () => {
  const usage = { input: 200, output: 10 };
  const model = scriptedModel([{ text: '"Mend the test"', usage }], { info: { price: { input: 1, output: 5 } } });
  const { title, usage: took, cost } = await generateTitle(model, "The test fails, mend it", { maxTokens: 64 });
  assert.equal(title, "Mend the test");
  assert.deepEqual({ input: took.input, output: took.output }, usage);
  assert.equal(cost, 0.000_25);
  const [request] = model.requests;
  assert.deepEqual(request?.tools, []);
  assert.equal(request?.maxOutputTokens, 64);
  assert.equal(request?.thinking, "off");
  assert.match(request?.messages.map(textOf).join("") ?? "", /The test fails, mend it/);
});

test("a model that cannot but think is asked to think as little as it can", async () => {
  const model = scriptedModel(["A title"], { info: { thinking: ["low", "high"] } });
  await generateTitle(model, "x");
  assert.equal(model.requests[0]?.thinking, "low");
});

test("of a long prompt only the beginning is shown", async () => {
  const model = scriptedModel(["A title"]);
  await generateTitle(model, `${"x".repeat(3_999)}😀${"y".repeat(100_000)}`);
  const told = model.requests[0]?.messages.map(textOf).join("") ?? "";
  assert.ok(told.length < 5_000);
  assert.ok(told.isWellFormed());
});

test("an answer that says nothing is no title", async () => {
  assert.equal((await generateTitle(scriptedModel([{ text: "\n" }]), "x")).title, undefined);
});

test("a response that is cut off, refused, fails or is aborted gives no title", async () => {
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
