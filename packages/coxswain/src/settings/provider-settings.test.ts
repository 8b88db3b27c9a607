import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "../providers/index.ts";
import { parseSettings } from "./parse-settings.ts";

test("what settings say of providers and models goes to the models as it is", async () => {
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
