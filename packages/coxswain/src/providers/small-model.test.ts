import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "./provider-models.ts";
import { BUILT_IN_PROVIDERS } from "./registry.ts";

const EVERY_KEY = Object.fromEntries(BUILT_IN_PROVIDERS.flatMap(({ keyEnv }) => keyEnv.map((name) => [name, "key"])));

const smallFor = (reference: string, { env = EVERY_KEY, custom = {} } = {}): Promise<string | undefined> =>
  providerModels({ env, custom }).smallFor?.(reference) ?? assert.fail();

test("S2-14: returns the small model of the model's provider", async () => {
  assert.equal(await smallFor("anthropic/claude-opus-5"), "anthropic/claude-haiku-5-5");
  assert.equal(await smallFor("openai-chat/gpt-5"), "openai-chat/gpt-6-luna");
  assert.equal(await smallFor("groq/qwen/qwen3.8-27b"), "groq/openai/gpt-oss-20b");
});

test("S2-14: returns no small model for a model that is as cheap", async () => {
  assert.equal(await smallFor("anthropic/claude-haiku-5-5"), undefined);
  assert.equal(await smallFor("openai/gpt-5-nano"), undefined);
});

test("S2-14: returns no small model without a known price, or for a custom server", async () => {
  assert.equal(await smallFor("anthropic/claude-of-tomorrow"), undefined);
  assert.equal(await smallFor("ollama/qwen3:8b"), undefined);
  const custom = { anthropic: { baseURL: "http://127.0.0.1:1/v1" } };
  assert.equal(await smallFor("anthropic/claude-opus-5", { custom }), undefined);
});

test("S2-14: returns no small model for an unavailable provider, or for a model that the program passed as an object", async () => {
  assert.equal(await smallFor("anthropic/claude-opus-5", { env: {} }), undefined);
  assert.equal(await smallFor("mine/own-model"), undefined);
});

test("S2-14: OpenRouter: returns a small model of the same vendor, which has already received the conversation", async () => {
  assert.equal(await smallFor("openrouter/anthropic/claude-sonnet-5.5"), "openrouter/anthropic/claude-haiku-5.5");
  assert.equal(await smallFor("openrouter/moonshotai/kimi-k3"), undefined);
});

test("each provider's catalog contains its small model, which is cheaper than the default", async () => {
  for (const { name, defaultModel, smallModel } of BUILT_IN_PROVIDERS) {
    if (defaultModel === undefined) continue;
    assert.equal(await smallFor(`${name}/${defaultModel}`), `${name}/${smallModel?.(defaultModel)}`);
  }
});
