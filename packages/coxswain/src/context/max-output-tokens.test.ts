import assert from "node:assert/strict";
import { test } from "node:test";
import { maxOutputTokens } from "./max-output-tokens.ts";

const model = { contextWindow: 200_000, maxOutput: 64_000 };

test("uses the limit of the call, else of the configuration, else of the catalog", () => {
  assert.equal(maxOutputTokens({ call: 100, config: 200, model }), 100);
  assert.equal(maxOutputTokens({ config: 200, model }), 200);
  assert.equal(maxOutputTokens({ model }), 64_000);
});

test("S1-59: defaults to 8192 for an unset limit or 0", () => {
  assert.equal(maxOutputTokens({ model: {} }), 8192);
  assert.equal(maxOutputTokens({ call: 0, config: 0, model: { maxOutput: 0 } }), 8192);
});

test("a catalog limit of the whole window leaves half of it to the input", () => {
  assert.equal(maxOutputTokens({ model: { contextWindow: 32_768, maxOutput: 32_768 } }), 16_384);
  assert.equal(maxOutputTokens({ model: { contextWindow: 4096 } }), 2048);
});

test("a default fits the window together with the input, and leaves room for an answer", () => {
  const left = (input: number, config?: number) => maxOutputTokens({ model, config, input: () => input });
  assert.equal(left(100_000), 64_000);
  assert.equal(left(150_000), 50_000);
  assert.equal(left(199_900), 1024);
  assert.equal(left(150_000, 60_000), 60_000);
});
