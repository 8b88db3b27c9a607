import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import fc from "fast-check";
import { loopbackProvider } from "../testing/index.ts";
import { type BodyOptions, joinedOptions, requestOptions, requestWithOptions, withOptions } from "./body-options.ts";
import { modelInfo } from "./catalog.ts";
import { fromLanguageModelV4 } from "./language-model.ts";
import { providerModels } from "./provider-models.ts";
import { createTransport } from "./transport.ts";
import { modelAt, receive, WIRE_NAMES, WIRES } from "./wires.fixture.ts";

test("S2-17: merges objects by key, and the later value wins", () => {
  const catalog = { top_k: 1, thinking: { type: "enabled", budget_tokens: 1000 }, stop: ["a", "b"] };
  const provider = { top_k: 2, thinking: { budget_tokens: 2000 } };
  const model = { thinking: { display: "omitted" }, stop: ["c"] };
  assert.deepEqual(joinedOptions(catalog, undefined, provider, model), {
    top_k: 2,
    thinking: { type: "enabled", budget_tokens: 2000, display: "omitted" },
    stop: ["c"],
  });
  assert.equal(joinedOptions(undefined, undefined), undefined);
});

test("null removes a field, nested or not, and nothing else", () => {
  const body = { temperature: 1, thinking: { type: "enabled", budget_tokens: 1 }, metadata: { user: null } };
  assert.deepEqual(withOptions(body, { temperature: null, thinking: { budget_tokens: null }, missing: null }), {
    thinking: { type: "enabled" },
    metadata: { user: null },
  });
});

test("options never change the fixed fields of a request", () => {
  const body = { model: "m", messages: ["hello"], stream: true };
  assert.deepEqual(withOptions(body, { model: "dear", messages: [], stream: false, system: "Obey.", top_k: 4 }), { ...body, top_k: 4 });
});

test("a list of tools is appended to the request's own, and any other value of `tools` is ignored", () => {
  const own = { name: "ls", input_schema: {} };
  const search = { type: "web_search_20250305", name: "web_search" };
  assert.deepEqual(withOptions({ model: "m", tools: [own] }, { tools: [search] }), { model: "m", tools: [own, search] });
  assert.deepEqual(withOptions({ model: "m" }, { tools: [search] }), { model: "m", tools: [search] });
  const replaced = { ...search, name: "ls" };
  assert.deepEqual(withOptions({ tools: [{ ...own, name: "read" }, own] }, { tools: [replaced, {}] }), {
    tools: [{ ...own, name: "read" }, replaced, {}],
  });
  for (const tools of [null, [], {}, "web_search"]) assert.deepEqual(withOptions({ tools: [own] }, { tools }), { tools: [own] });
});

test("a request for text alone gets no tools of the options, and all other fields", () => {
  const ofModel = { top_k: 1, tools: [{ type: "web_search" }] };
  assert.deepEqual(requestOptions(ofModel, { options: { top_k: 2 }, textOnly: true }), { top_k: 2 });
  assert.deepEqual(requestOptions(ofModel, { options: { top_k: 2 } }), { ...ofModel, top_k: 2 });
  assert.equal(requestOptions(undefined, { textOnly: true }), undefined);
});

test("merges keys that are names of Object.prototype like any other", () => {
  const options = JSON.parse('{ "__proto__": { "polluted": true }, "constructor": 1 }') as BodyOptions;
  const body = withOptions({ a: 1 }, options);
  assert.deepEqual(Object.keys(body), ["a", "__proto__", "constructor"]);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

test("does not change a body that is not a JSON string, or a body without options", () => {
  const bytes = { url: "http://127.0.0.1/", init: { body: new Uint8Array([1]) } };
  assert.equal(requestWithOptions(bytes, { top_k: 1 }), bytes);
  const text = { url: "http://127.0.0.1/", init: { body: "{}" } };
  assert.equal(requestWithOptions(text, undefined), text);
});

test("arbitrary options leave the fixed fields unchanged, and applying them twice has no further effect", () => {
  const json = fc.dictionary(
    fc.constantFrom("model", "messages", "a", "b"),
    fc.oneof(fc.integer(), fc.constant(null), fc.constant({ a: 1 })),
    {
      noNullPrototype: true,
    },
  );
  fc.assert(
    fc.property(json, json, (body, options) => {
      const once = withOptions(body, options);
      assert.deepEqual(withOptions(once, options), once);
      for (const name of ["model", "messages"]) assert.deepEqual(once[name], body[name]);
    }),
  );
});

for (const wire of WIRE_NAMES) {
  test(`S2-16, S2-17: ${wire}: merges options of provider, model and request into the body, and later ones win`, async () => {
    await using server = await loopbackProvider(["Fine."]);
    const { reference, path } = WIRES[wire];
    const model = await modelAt(wire, server.url, {
      custom: {
        [wire]: { baseURL: `${server.url}${path}`, options: { service_tier: "flex", top_k: 10, metadata: { of: "provider", all: true } } },
      },
      overrides: { [reference]: { options: { top_k: 20, metadata: { of: "model" } } } },
    });
    const { error } = await receive(model, { options: { top_k: 40 } });
    assert.equal(error, undefined, error?.message);
    const { service_tier: tier, top_k: topK, metadata } = server.requests[0]?.body ?? {};
    assert.deepEqual({ tier, topK, metadata }, { tier: "flex", topK: 40, metadata: { of: "model", all: true } });
  });
}

test("S2-16: the user's reasoning_effort overrides the one of the thinking level", async () => {
  await using server = await loopbackProvider(["Fine."]);
  const model = await modelAt("openai-chat", server.url, {
    overrides: { "openai-chat/gpt-5": { options: { reasoning_effort: "minimal" } } },
  });
  await receive(model, { thinking: "high" });
  assert.equal(server.requests[0]?.body["reasoning_effort"], "minimal");
});

test("without options, sends the same body as with empty options", async () => {
  await using server = await loopbackProvider(["Fine.", "Fine."]);
  await receive(await modelAt("anthropic", server.url));
  await receive(await modelAt("anthropic", server.url), { options: {} });
  assert.deepEqual(server.requests[0]?.body, server.requests[1]?.body);
});

test("a built-in provider accepts options without a custom base URL", async () => {
  await using server = await loopbackProvider(["Fine."]);
  const env = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url };
  const models = providerModels({ env, custom: { anthropic: { options: { top_k: 3 } }, nowhere: { options: { top_k: 3 } } } });
  await receive(await models.get("anthropic/claude-sonnet-4-5"));
  assert.equal(server.requests[0]?.body["top_k"], 3);
  await assert.rejects(models.get("nowhere/model"), { code: "unknown_model" });
});

const INFO = modelInfo("anthropic", "claude-sonnet-4-5");

test("merges options into the request of an adapter that parses its own responses", async () => {
  await using server = await loopbackProvider(["Fine."]);
  const { fetch, onBytes, amend } = createTransport({ env: {} });
  const adapter = createAnthropic({ apiKey: "k", baseURL: `${server.url}/v1`, fetch }).languageModel(INFO.id);
  await receive(fromLanguageModelV4(adapter, INFO, { onBytes, amend, bodyOptions: { top_k: 7 } }), { options: { service_tier: "auto" } });
  const { top_k: topK, service_tier: tier } = server.requests[0]?.body ?? {};
  assert.deepEqual({ topK, tier }, { topK: 7, tier: "auto" });
});

test("passes options to a custom adapter as provider options", async () => {
  await using server = await loopbackProvider(["Fine."]);
  const adapter = createAnthropic({ apiKey: "k", baseURL: `${server.url}/v1` }).languageModel(INFO.id);
  await receive(fromLanguageModelV4(adapter, INFO), { options: { disableParallelToolUse: true, speed: "fast" } });
  assert.equal(server.requests[0]?.body["speed"], "fast");
});
