import assert from "node:assert/strict";
import { test } from "node:test";
import { NATIVE_PROVIDERS, OPTIONAL_PROVIDERS } from "./native-providers.ts";

const addressOf = (name: string, env: Readonly<Record<string, string>>) =>
  [...NATIVE_PROVIDERS, ...OPTIONAL_PROVIDERS].find((provider) => provider.name === name)?.baseURL?.(env);

test("uses the provider's default base URL if the environment has none", () => {
  assert.equal(addressOf("anthropic", {}), "https://api.anthropic.com/v1");
  assert.equal(addressOf("anthropic", { ANTHROPIC_BASE_URL: "" }), "https://api.anthropic.com/v1");
  assert.equal(addressOf("openai-chat", {}), "https://api.openai.com/v1");
  assert.equal(addressOf("openai", { OPENAI_BASE_URL: " " }), "https://api.openai.com/v1");
  assert.equal(addressOf("google", {}), "https://generativelanguage.googleapis.com/v1beta");
});

test("appends the version only to base URLs that omit it by convention", () => {
  const anthropic = (url: string) => addressOf("anthropic", { ANTHROPIC_BASE_URL: url });
  assert.equal(anthropic("https://proxy.example"), "https://proxy.example/v1");
  assert.equal(anthropic("https://proxy.example/anthropic/"), "https://proxy.example/anthropic/v1");
  assert.equal(anthropic("https://proxy.example/v1"), "https://proxy.example/v1");
  assert.equal(addressOf("google", { GOOGLE_GEMINI_BASE_URL: "https://proxy.example" }), "https://proxy.example/v1beta");
  assert.equal(addressOf("google", { GOOGLE_GEMINI_BASE_URL: "https://proxy.example/v1alpha" }), "https://proxy.example/v1alpha");
  assert.equal(addressOf("openai", { OPENAI_BASE_URL: "https://proxy.example/openai/" }), "https://proxy.example/openai");
});

test("accepts Azure's endpoint as the portal shows it, or as a complete base URL", () => {
  const azure = (endpoint: string) => addressOf("azure", { AZURE_OPENAI_ENDPOINT: endpoint });
  assert.equal(azure("https://mine.openai.azure.com/"), "https://mine.openai.azure.com/openai");
  assert.equal(azure("https://mine.openai.azure.com/openai/v1"), "https://mine.openai.azure.com/openai/v1");
  assert.equal(addressOf("azure", { AZURE_BASE_URL: "https://gateway.example/azure" }), "https://gateway.example/azure");
});
