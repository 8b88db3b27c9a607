import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "../providers/index.ts";
import { parseSettings } from "./parse-settings.ts";

test("provider and model settings reach the models unchanged", async () => {
  const { settings } = parseSettings(
    `{
       "providers": { "workshop": { "baseURL": "http://127.0.0.1:8080/v1", "models": { "small": { "contextWindow": 8192 } } } },
       "models": { "workshop/small": { "name": "Small one" } },
     }`,
    "settings.json",
    "user",
  );
  const { providers = {}, models = {} } = settings;
  const entries = await providerModels({ env: {}, custom: providers, overrides: models }).list();
  const own = entries.find(({ info }) => info.reference === "workshop/small");
  assert.equal(own?.info.contextWindow, 8192);
  assert.equal(own?.info.name, "Small one");
  assert.equal(own?.available, true);
});

test("S2-17: options of providers and models are any JSON, and reach the models unchanged", async () => {
  const { settings } = parseSettings(
    `{
       "providers": { "openai": { "options": { "service_tier": "flex", "metadata": { "__proto__": [1, null] } } } },
       "models": { "openai/gpt-5": { "options": { "service_tier": null, "seed": 1.5 } } },
     }`,
    "settings.json",
    "user",
  );
  assert.equal(JSON.stringify(settings.providers?.["openai"]?.options), '{"service_tier":"flex","metadata":{"__proto__":[1,null]}}');
  assert.deepEqual(settings.models?.["openai/gpt-5"]?.options, { service_tier: null, seed: 1.5 });
  const models = providerModels({ env: { OPENAI_API_KEY: "k" }, custom: settings.providers ?? {}, overrides: settings.models ?? {} });
  assert.equal((await models.get("openai/gpt-5")).info.reference, "openai/gpt-5");
});

test("options must be an object, and cannot override the request", () => {
  const parse = (options: string) => parseSettings(`{ "models": { "a/b": { "options": ${options} } } }`, "settings.json", "user");
  assert.throws(() => parse('"top_k"'), { code: "settings", message: /must be an object, not a string/ });
  assert.throws(() => parse('{ "messages": [] }'), { code: "settings", message: /cannot contain "messages": Coxswain sets it/ });
  assert.throws(() => parse('{ "tools": "web_search" }'), { code: "settings", message: /"tools" must be a list of objects/ });
  assert.throws(() => parse('{ "tools": [null] }'), { code: "settings", message: /"tools" must be a list of objects/ });
  assert.doesNotThrow(() => parse('{ "tools": [{ "type": "web_search" }] }'));
});
