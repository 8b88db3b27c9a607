import assert from "node:assert/strict";
import { test } from "node:test";
import { findModel, MissingApiKeyError, ModelError, UnknownModelError } from "../model/index.ts";
import { loopbackProvider } from "../testing/index.ts";
import { BUILT_IN_PROVIDERS } from "./registry.ts";
import { providerModels } from "./provider-models.ts";
import { finishOf, receive, textOf } from "./wires.fixture.ts";

const KEYS = { ANTHROPIC_API_KEY: "a-key", OPENAI_API_KEY: "o-key" };

test("resolves provider/model, with the catalog's information", async () => {
  const { info } = await providerModels({ env: KEYS }).get("anthropic/claude-sonnet-4-5");
  assert.deepEqual(
    { ...info, price: undefined },
    {
      reference: "anthropic/claude-sonnet-4-5",
      provider: "anthropic",
      id: "claude-sonnet-4-5",
      name: "Claude Sonnet 4.5 (latest)",
      contextWindow: 200_000,
      maxOutput: 64_000,
      vision: true,
      thinking: ["off", "minimal", "low", "medium", "high"],
      price: undefined,
    },
  );
  assert.equal(info.price?.input, 3);
});

test("a model ID may contain slashes", async () => {
  const models = providerModels({ env: { OPENROUTER_API_KEY: "key" } });
  assert.equal((await models.get("openrouter/anthropic/claude-sonnet-4.5")).info.id, "anthropic/claude-sonnet-4.5");
});

test("resolves a bare name if only one provider, or one with a key, has the model", async () => {
  assert.equal((await providerModels({ env: KEYS }).get("claude-sonnet-4-5")).info.reference, "anthropic/claude-sonnet-4-5");
  assert.equal((await providerModels({ env: KEYS }).get("gpt-5")).info.reference, "openai/gpt-5");
});

test("rejects an ambiguous bare name and lists the candidates", async () => {
  const custom = { mine: { baseURL: "http://127.0.0.1:1/v1", models: { "gpt-5": {} } } };
  await assert.rejects(providerModels({ env: KEYS, custom }).get("gpt-5"), (error: Error) => {
    assert.ok(error instanceof UnknownModelError);
    assert.equal(error.message, 'No model "gpt-5". Say whose: openai/gpt-5, mine/gpt-5.');
    return true;
  });
});

test("rejects a misspelled name and suggests the nearest ones", async () => {
  const models = providerModels({ env: KEYS });
  await assert.rejects(models.get("claude-sonet-4-5"), { code: "unknown_model", message: /Did you mean anthropic\/claude-sonnet-4-5/ });
  await assert.rejects(models.get("antropic/claude-opus-5"), { code: "unknown_model", message: /Did you mean anthropic\/claude-opus-5/ });
  await assert.rejects(models.get("xyzzy"), { code: "unknown_model", message: /providers are anthropic, openai/ });
});

test("accepts a model of a provider that the catalog does not contain", async () => {
  const { info } = await providerModels({ env: KEYS }).get("anthropic/claude-of-tomorrow");
  assert.equal(info.contextWindow, undefined);
  assert.deepEqual(info.thinking, []);
});

test("lists the models of one provider, for a local server those that it reports", async () => {
  await using server = await loopbackProvider([], { models: ["phi3:medium"] });
  const models = providerModels({ env: { ...KEYS, OLLAMA_HOST: server.url } });
  const names = async (provider: string) => (await models.list(provider)).map(({ info }) => info.reference);
  assert.deepEqual(await names("ollama"), ["ollama/phi3:medium"]);
  assert.ok((await names("openai-chat")).includes("openai-chat/gpt-5"));
  assert.ok((await names("anthropic")).every((reference) => reference.startsWith("anthropic/")));
  assert.deepEqual(await names("nobody"), []);
  assert.equal((await findModel(models, "ollama/phi")).info.reference, "ollama/phi3:medium");
});

test("S0-44: rejects a provider without a key with a MissingApiKeyError that names the variable", async () => {
  await assert.rejects(providerModels({ env: {} }).get("anthropic/claude-sonnet-4-5"), (error: Error) => {
    assert.ok(error instanceof MissingApiKeyError);
    assert.equal(error.message, "No API key for Anthropic. Set ANTHROPIC_API_KEY.");
    return true;
  });
  await assert.rejects(providerModels({ env: { ANTHROPIC_API_KEY: "  " } }).get("anthropic/claude-sonnet-4-5"), {
    code: "missing_api_key",
  });
});

test("S0-04: mentions the other way to set a key, unless a variable that takes precedence is set", async () => {
  const keyHelp = (name: string) => `run mine login ${name}`;
  await assert.rejects(providerModels({ env: {}, keyHelp }).get("openai-chat/gpt-5"), {
    message: "No API key for OpenAI. Set OPENAI_API_KEY, or run mine login openai.",
  });
  await using server = await loopbackProvider(() => ({ fault: { kind: "status", status: 401 } }));
  const refusal = async (env: Readonly<Record<string, string>>): Promise<string | undefined> => {
    const models = providerModels({ env: { ANTHROPIC_BASE_URL: server.url, ...env }, keys: () => "kept", keyHelp });
    return (await receive(await models.get("anthropic/claude-sonnet-4-5"))).error?.message;
  };
  assert.match((await refusal({})) ?? "", /Set a valid one in ANTHROPIC_API_KEY, or run mine login anthropic\.$/);
  assert.match((await refusal(KEYS)) ?? "", /Set a valid one in ANTHROPIC_API_KEY\.$/);
});

test("rejects a key that is invalid in a header, without quoting it", async () => {
  for (const key of ["sk-first\nsk-second", "sk-ключ", "sk-\u0000"]) {
    await assert.rejects(providerModels({ env: { OPENAI_API_KEY: key } }).get("openai/gpt-5"), {
      code: "missing_api_key",
      message: "No API key for OpenAI. OPENAI_API_KEY contains line breaks or other characters that no key has. Set it again.",
    });
  }
});

test("the environment's key takes precedence over a stored one", async () => {
  await using server = await loopbackProvider(["One."]);
  const env = { ANTHROPIC_API_KEY: "of-the-environment" };
  const custom = { anthropic: { baseURL: `${server.url}/v1` } };
  await receive(await providerModels({ env, keys: () => "stored", custom }).get("anthropic/claude-sonnet-4-5"));
  assert.equal(server.requests[0]?.headers["x-api-key"], "of-the-environment");
});

test("uses a new stored key immediately", async () => {
  await using server = await loopbackProvider(["One.", "Two."]);
  let stored = "stored-1";
  const models = providerModels({ env: {}, keys: async () => stored, custom: { anthropic: { baseURL: `${server.url}/v1` } } });
  await receive(await models.get("anthropic/claude-sonnet-4-5"));
  stored = "stored-2";
  await receive(await models.get("anthropic/claude-sonnet-4-5"));
  assert.deepEqual(
    server.requests.map(({ headers }) => headers["x-api-key"]),
    ["stored-1", "stored-2"],
  );
});

test("returns the same object for the same model", async () => {
  const models = providerModels({ env: KEYS });
  assert.equal(await models.get("anthropic/claude-sonnet-4-5"), await models.get("claude-sonnet-4-5"));
});

test("uses base URLs from the environment, with or without a version", async () => {
  await using server = await loopbackProvider(() => "Hello.");
  const { url } = server;
  const ask = async (reference: string, env: Readonly<Record<string, string>>) => {
    const { parts, error } = await receive(await providerModels({ env }).get(reference));
    assert.equal(error, undefined, error?.message);
    assert.equal(textOf(parts), "Hello.");
  };
  await ask("anthropic/claude-sonnet-4-5", { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: url });
  await ask("anthropic/claude-sonnet-4-5", { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: `${url}/v1/` });
  await ask("openai/gpt-5", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1` });
  await ask("google/gemini-2.5-pro", { GEMINI_API_KEY: "k", GOOGLE_GEMINI_BASE_URL: url });
  await ask("google/gemini-2.5-pro", { GEMINI_API_KEY: "k", GOOGLE_GEMINI_BASE_URL: `${url}/v1beta` });
  await ask("ollama/qwen3", { OLLAMA_HOST: url.replace("http://", "") });
});

test("sends ANTHROPIC_AUTH_TOKEN as a bearer token", async () => {
  await using server = await loopbackProvider(["Hello."]);
  const env = { ANTHROPIC_AUTH_TOKEN: "token", ANTHROPIC_BASE_URL: server.url };
  await receive(await providerModels({ env }).get("anthropic/claude-sonnet-4-5"));
  assert.equal(server.requests[0]?.headers.authorization, "Bearer token");
});

test("accepts a custom provider on any known wire, with key, headers and models", async () => {
  await using server = await loopbackProvider(() => "Hello.");
  const models = providerModels({
    env: { MY_KEY: "mine" },
    custom: {
      "my-chat": {
        baseURL: `${server.url}/v1/`,
        apiKeyEnv: "MY_KEY",
        headers: { "x-team": "blue" },
        models: { small: { contextWindow: 8192 } },
      },
      "my-claude": { baseURL: `${server.url}/v1`, api: "anthropic" },
      "my-responses": { baseURL: `${server.url}/v1`, api: "openai-responses" },
      "my-gemini": { baseURL: `${server.url}/v1beta`, api: "google" },
    },
  });
  const references = ["my-chat/small", "my-claude/claude-sonnet-4-5", "my-responses/gpt-5", "my-gemini/gemini-2.5-pro"];
  for (const reference of references) assert.equal(textOf((await receive(await models.get(reference))).parts), "Hello.");
  assert.deepEqual(
    server.requests.map(({ wire }) => wire),
    ["openai-chat", "anthropic", "openai-responses", "gemini"],
  );
  assert.equal(server.requests[0]?.headers.authorization, "Bearer mine");
  assert.equal(server.requests[0]?.headers["x-team"], "blue");
  assert.equal((await models.get("small")).info.contextWindow, 8192);
});

test("overrides replace catalog values", async () => {
  const models = providerModels({
    env: KEYS,
    overrides: { "anthropic/claude-sonnet-4-5": { contextWindow: 100_000, price: { input: 1, output: 2 } } },
  });
  const { info } = await models.get("anthropic/claude-sonnet-4-5");
  assert.equal(info.contextWindow, 100_000);
  assert.deepEqual(info.price, { input: 1, output: 2 });
  assert.equal(info.maxOutput, 64_000);
});

test("S2-15: the limit of output tokens is the user's, or the catalog's if the user's is 0 or missing", async () => {
  const most = async (override: { readonly maxOutput?: number }) =>
    (await providerModels({ env: KEYS, overrides: { "anthropic/claude-sonnet-4-5": override } }).get("anthropic/claude-sonnet-4-5")).info;
  const found = await Promise.all([{ maxOutput: 4_096 }, { maxOutput: 0 }, {}].map(most));
  assert.deepEqual(
    found.map(({ maxOutput }) => maxOutput),
    [4_096, 64_000, 64_000],
  );
});

test("lists every model of the catalog with its availability", async () => {
  const list = await providerModels({ env: KEYS, custom: { mine: { baseURL: "http://127.0.0.1:1/v1", models: { small: {} } } } }).list();
  const open = new Set(list.filter(({ available }) => available).map(({ info }) => info.provider));
  assert.deepEqual([...open], ["anthropic", "openai", "mine"]);
  assert.ok(list.length > 500);
  assert.equal(new Set(list.map(({ info }) => info.reference)).size, list.length);
});

test("S2-25: uses the provider's reported cost", async () => {
  await using server = await loopbackProvider([{ text: "Hello.", cost: 0.0123, usage: { input: 100, output: 10 } }]);
  const models = providerModels({ env: { OPENROUTER_API_KEY: "k" }, custom: { openrouter: { baseURL: `${server.url}/v1` } } });
  assert.equal(finishOf((await receive(await models.get("openrouter/openai/gpt-5"))).parts)?.cost, 0.0123);
});

test("reports the install command of an optional peer dependency", async () => {
  const env = { AWS_BEARER_TOKEN_BEDROCK: "k", AZURE_API_KEY: "k", GOOGLE_VERTEX_API_KEY: "k" };
  const packages = { bedrock: "amazon-bedrock@5.0.101", azure: "azure@4.0.85", vertex: "google-vertex@5.0.141" };
  for (const [provider, name] of Object.entries(packages)) {
    await assert.rejects(providerModels({ env }).get(`${provider}/model`), (error: Error) => {
      assert.ok(error instanceof ModelError);
      assert.equal(error.code, "invalid");
      assert.match(error.message, new RegExp(`Run: npm install @ai-sdk/${name}$`));
      return true;
    });
  }
});

test("each provider's catalog contains its default model", async () => {
  for (const { name, defaultModel, catalog } of BUILT_IN_PROVIDERS) {
    if (defaultModel === undefined) continue;
    assert.ok(defaultModel in ((await catalog?.())?.models ?? {}), `${name} has no ${defaultModel}`);
  }
});
