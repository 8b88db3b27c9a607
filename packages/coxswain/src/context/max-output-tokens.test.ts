import assert from "node:assert/strict";
import { test } from "node:test";
import { maxOutputTokens } from "./max-output-tokens.ts";

const model = { contextWindow: 200_000, maxOutput: 64_000 };

test("the call says how long a response may be, else the configuration, else the catalog", () => {
  assert.equal(maxOutputTokens({ call: 100, config: 200, model }), 100);
  assert.equal(maxOutputTokens({ config: 200, model }), 200);
  assert.equal(maxOutputTokens({ model }), 64_000);
});

test("S1-59: it is 8192 when nothing or 0 was said", () => {
  assert.equal(maxOutputTokens({ model: {} }), 8192);
  assert.equal(maxOutputTokens({ call: 0, config: 0, model: { maxOutput: 0 } }), 8192);
});

test("a catalog that gives the whole window to the output leaves half of it to the input", () => {
  assert.equal(maxOutputTokens({ model: { contextWindow: 32_768, maxOutput: 32_768 } }), 16_384);
  assert.equal(maxOutputTokens({ model: { contextWindow: 4096 } }), 2048);
});
