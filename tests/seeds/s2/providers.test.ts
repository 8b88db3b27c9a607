// S2: providers and their options.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allowAll, createRuntime, memoryStore, providerModels, type Setup } from "coxswain";
import { Coordinator } from "coxswain/facades";
import { BUILT_IN_PROVIDERS, type ProviderModelsOptions } from "coxswain/providers";
import { loopbackProvider } from "coxswain/testing";
import { root } from "../conformance.ts";

/** Returns the body of the request that a prompt sends to a loopback provider. */
const bodyOf = async (model: string, setup: Partial<Setup> = {}, options: Partial<ProviderModelsOptions> = {}) => {
  await using server = await loopbackProvider(["Fine."]);
  const provider = model.split("/")[0] ?? "";
  const baseURL = `${server.url}${provider === "google" ? "/v1beta" : "/v1"}`;
  const env = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k", OPENROUTER_API_KEY: "k" };
  const models = providerModels({ env, ...options, custom: { [provider]: { baseURL, ...options.custom?.[provider] } } });
  await using runtime = createRuntime({ store: memoryStore(), models, policy: allowAll() });
  const session = await runtime.create({ model, cwd: "/", ...setup });
  const outcome = await session.prompt("go").outcome;
  assert.equal(outcome.kind, "done", JSON.stringify(outcome));
  return server.requests[0]?.body ?? {};
};

test("S2-04: one prompt reaches each provider in the provider's own format", async () => {
  const names = new Set(BUILT_IN_PROVIDERS.map(({ name }) => name));
  for (const name of ["anthropic", "openai", "bedrock", "google", "openrouter"]) assert.ok(names.has(name), name);
  for (const [model, field] of [
    ["anthropic/claude-sonnet-4-5", "system"],
    ["openai/gpt-5", "input"],
    ["google/gemini-2.5-pro", "contents"],
    ["openrouter/openai/gpt-5", "messages"],
  ] as const) {
    assert.ok(field in (await bodyOf(model)), model);
  }
});

test("S2-02: a coordinator's requests have the options of its model's provider and of the model", async () => {
  await using server = await loopbackProvider(["Fine."]);
  const large = "anthropic/claude-sonnet-4-5";
  const models = providerModels({
    env: { ANTHROPIC_API_KEY: "k" },
    custom: { anthropic: { baseURL: `${server.url}/v1`, options: { service_tier: "auto" } } },
    overrides: { [large]: { options: { top_k: 20 } } },
  });
  await using runtime = createRuntime({ store: memoryStore(), models, policy: allowAll() });
  const coordinator = new Coordinator({ runtime, models: { large }, cwd: "/" });
  await coordinator.run((await coordinator.create()).id, "go");
  const { service_tier: tier, top_k: topK } = server.requests[0]?.body ?? {};
  assert.deepEqual({ tier, topK }, { tier: "auto", topK: 20 });
});

test("S2-16: translates the thinking level for each provider", async () => {
  const thinking = "low";
  assert.deepEqual((await bodyOf("anthropic/claude-sonnet-4-5", { thinking, maxOutputTokens: 64_000 }))["thinking"], {
    type: "enabled",
    budget_tokens: 6400,
  });
  assert.deepEqual((await bodyOf("openai/gpt-5", { thinking }))["reasoning"], { effort: "low", summary: "auto" });
  assert.ok("thinkingConfig" in ((await bodyOf("google/gemini-2.5-pro", { thinking }))["generationConfig"] as object));
});

test("S2-16, S2-17: merges the options of catalog, provider, model and session, of which the later ones win", async () => {
  const model = "anthropic/claude-sonnet-4-5";
  const own = (level: number, top_k: number, more: object = {}) => ({
    top_k,
    metadata: { [`level_${level}`]: true, last: level },
    ...more,
  });
  const body = await bodyOf(
    model,
    { providerOptions: { anthropic: own(4, 40), openai: { top_k: 1 } } },
    {
      catalog: { [model]: { options: own(1, 10, { service_tier: "auto", top_p: 0.1 }) } },
      custom: { anthropic: { options: own(2, 20, { top_p: 0.2 }) } },
      overrides: { [model]: { options: own(3, 30) } },
    },
  );
  const { service_tier: tier, top_k: topK, top_p: topP, metadata } = body;
  const all = { level_1: true, level_2: true, level_3: true, level_4: true };
  assert.deepEqual({ tier, topK, topP, metadata }, { tier: "auto", topK: 40, topP: 0.2, metadata: { ...all, last: 4 } });
});

test("S2-17: the later level of each pair wins", async () => {
  const model = "anthropic/claude-sonnet-4-5";
  const levels = [
    { catalog: { [model]: { options: { top_k: 10 } } } },
    { custom: { anthropic: { options: { top_k: 20 } } } },
    { overrides: { [model]: { options: { top_k: 30 } } } },
  ];
  for (const [at, level] of levels.entries()) {
    for (const earlier of levels.slice(0, at + 1))
      assert.equal((await bodyOf(model, {}, { ...earlier, ...level }))["top_k"], (at + 1) * 10);
  }
});

test("S2-15: an entry of the program's catalog adds a model with its limits, and keeps the other fields of a known one", async () => {
  const models = providerModels({
    env: { ANTHROPIC_API_KEY: "k" },
    catalog: { "anthropic/new": { name: "New", window: 10, output: 5 }, "anthropic/claude-sonnet-4-5": { output: 7 } },
  });
  const { info } = await models.get("anthropic/new");
  assert.deepEqual([info.name, info.contextWindow, info.maxOutput], ["New", 10, 5]);
  const { maxOutput, contextWindow } = (await models.get("anthropic/claude-sonnet-4-5")).info;
  assert.deepEqual([maxOutput, contextWindow], [7, 200_000]);
  assert.ok((await models.list("anthropic")).some(({ info: { id } }) => id === "new"));
});

test("S2-22: marks requests to Anthropic for caching", async () => {
  assert.match(JSON.stringify((await bodyOf("anthropic/claude-sonnet-4-5"))["system"]), /"cache_control":\{"type":"ephemeral"/);
});

test("S2-36: tools, permissions, the log and a prompt's steps have documentation pages", () => {
  const index = readFileSync(join(root, "docs/architecture/README.md"), "utf8");
  for (const page of ["tools", "permissions", "session", "log"]) assert.ok(index.includes(`(${page}.md)`), page);
  assert.match(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"), /## One prompt, walked through ten files/);
});
