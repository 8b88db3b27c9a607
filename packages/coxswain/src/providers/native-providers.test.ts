import assert from "node:assert/strict";
import { test } from "node:test";
import { NATIVE_PROVIDERS, OPTIONAL_PROVIDERS } from "./native-providers.ts";

const addressOf = (name: string, env: Readonly<Record<string, string>>) =>
  [...NATIVE_PROVIDERS, ...OPTIONAL_PROVIDERS].find((provider) => provider.name === name)?.baseURL?.(env);

test("without a base URL in the environment, a provider's own address holds", () => {
  assert.equal(addressOf("anthropic", {}), "https://api.anthropic.com/v1");
  assert.equal(addressOf("anthropic", { ANTHROPIC_BASE_URL: "" }), "https://api.anthropic.com/v1");
  assert.equal(addressOf("openai-chat", {}), "https://api.openai.com/v1");
  assert.equal(addressOf("google", {}), "https://generativelanguage.googleapis.com/v1beta");
});

test("the version is added where the custom leaves it out, and only there", () => {
  const anthropic = (url: string) => addressOf("anthropic", { ANTHROPIC_BASE_URL: url });
  assert.equal(anthropic("https://proxy.example"), "https://proxy.example/v1");
  assert.equal(anthropic("https://proxy.example/anthropic/"), "https://proxy.example/anthropic/v1");
  assert.equal(anthropic("https://proxy.example/v1"), "https://proxy.example/v1");
  assert.equal(addressOf("google", { GOOGLE_GEMINI_BASE_URL: "https://proxy.example" }), "https://proxy.example/v1beta");
  assert.equal(addressOf("google", { GOOGLE_GEMINI_BASE_URL: "https://proxy.example/v1alpha" }), "https://proxy.example/v1alpha");
  assert.equal(addressOf("openai", { OPENAI_BASE_URL: "https://proxy.example/openai/" }), "https://proxy.example/openai");
});

test("Azure's endpoint may be as its portal shows it, or a whole base URL", () => {
  const azure = (endpoint: string) => addressOf("azure", { AZURE_OPENAI_ENDPOINT: endpoint });
  assert.equal(azure("https://mine.openai.azure.com/"), "https://mine.openai.azure.com/openai");
  assert.equal(azure("https://mine.openai.azure.com/openai/v1"), "https://mine.openai.azure.com/openai/v1");
  assert.equal(addressOf("azure", { AZURE_BASE_URL: "https://gateway.example/azure" }), "https://gateway.example/azure");
});
