import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { loopbackProvider } from "../testing/index.ts";
import { defaultModel } from "./default-model.ts";
import { localServers, servedAt } from "./local-servers.ts";
import { providerModels } from "./provider-models.ts";

/** Returns a port without a listener. */
const NOWHERE = "http://127.0.0.1:1/v1";
const unreachable = { ollama: NOWHERE, lmstudio: NOWHERE, llamacpp: NOWHERE, vllm: NOWHERE };

/** Starts a server that responds to paths with JSON. */
const answering = async (answers: Readonly<Record<string, unknown>>) => {
  const server = createServer((incoming, response) => {
    const answer = answers[incoming.url ?? ""];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

test("accepts trailing slashes in a server's address", async () => {
  await using server = await loopbackProvider([], { models: ["qwen3"] });
  const found = await servedAt("mine", `${server.url}/v1//`);
  assert.equal(found?.baseURL, `${server.url}/v1`);
  assert.equal(found?.models[0]?.reference, "mine/qwen3");
});

test("finds local servers with their models, and omits closed ports", async () => {
  await using server = await loopbackProvider([], { models: ["qwen3", "llama4"] });
  const found = await localServers({ baseURLs: { ...unreachable, ollama: `${server.url}/v1` } });
  assert.deepEqual(
    found.map(({ provider, baseURL }) => ({ provider, baseURL })),
    [{ provider: "ollama", baseURL: `${server.url}/v1` }],
  );
  assert.deepEqual(
    found[0]?.models.map(({ reference }) => reference),
    ["ollama/qwen3", "ollama/llama4"],
  );
});

test("reads the configured context window that a server reports", async () => {
  await using vllm = await answering({ "/v1/models": { data: [{ id: "m", max_model_len: 16_384 }] } });
  await using llamacpp = await answering({
    "/v1/models": { data: [{ id: "m" }] },
    "/props": { default_generation_settings: { n_ctx: 4096 } },
  });
  await using lmstudio = await answering({
    "/v1/models": { data: [{ id: "m" }] },
    "/api/v0/models": { data: [{ id: "m", type: "vlm", max_context_length: 131_072, loaded_context_length: 8192 }] },
  });
  await using ollama = await answering({
    "/v1/models": { data: [{ id: "m" }] },
    "/api/ps": { models: [{ name: "m", context_length: 2048 }] },
  });
  const found = await localServers({
    baseURLs: { ollama: ollama.url, lmstudio: lmstudio.url, llamacpp: llamacpp.url, vllm: vllm.url },
  });
  assert.deepEqual(
    found.flatMap(({ models }) => models.map(({ reference, contextWindow, vision }) => [reference, contextWindow, vision])),
    [
      ["ollama/m", 2048, false],
      ["lmstudio/m", 8192, true],
      ["llamacpp/m", 4096, false],
      ["vllm/m", 16_384, false],
    ],
  );
});

test("ignores a server that does not list models", async () => {
  await using other = await answering({ "/v1/models": { hello: "world" } });
  assert.deepEqual(await localServers({ baseURLs: { ...unreachable, llamacpp: other.url } }), []);
});

test("does not wait for a slow server", async () => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  assert.deepEqual(await localServers({ baseURLs: { ...unreachable, vllm: url }, timeout: 20 }), []);
  server.closeAllConnections();
  server.close();
});

test("a local model needs no key, and has its server's context window", async () => {
  await using server = await answering({ "/v1/models": { data: [{ id: "qwen3", max_model_len: 4096 }] } });
  const models = providerModels({ env: {}, custom: { vllm: { baseURL: server.url } } });
  assert.equal((await models.get("vllm/qwen3")).info.contextWindow, 4096);
});

test("the default model is that of the first provider with a key", async () => {
  const local = { baseURLs: unreachable };
  assert.equal(await defaultModel({ env: { OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" }, local }), "openai/gpt-6.1-sol");
  assert.equal(await defaultModel({ env: { GROQ_API_KEY: "k" }, local }), "groq/openai/gpt-oss-120b");
  assert.equal(await defaultModel({ env: {}, keys: (name) => (name === "google" ? "k" : undefined), local }), "google/gemini-3.8-flash");
});

test("without a key, the default is a model of a custom provider, then of a local server, else undefined", async () => {
  await using server = await loopbackProvider([], { models: ["qwen3"] });
  const local = { baseURLs: { ...unreachable, lmstudio: `${server.url}/v1` } };
  const custom = { mine: { baseURL: NOWHERE, models: { small: {} } } };
  assert.equal(await defaultModel({ env: {}, custom, local }), "mine/small");
  assert.equal(await defaultModel({ env: {}, local }), "lmstudio/qwen3");
  assert.equal(await defaultModel({ env: {}, local: { baseURLs: unreachable } }), undefined);
});
