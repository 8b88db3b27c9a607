import assert from "node:assert/strict";
import { test } from "node:test";
import { type Settings, settingsSchema } from "coxswain/settings";
import { SEARCH_PROVIDERS } from "coxswain/tools";
import { SEARCHERS, toolOptions } from "./tool-options.ts";

const configured = (web: Settings["web"], env: NodeJS.ProcessEnv = {}) =>
  toolOptions({ settings: web === undefined ? {} : { web }, providers: { env, keys: (name) => `stored for ${name}` } });

test("provides search tools only if the settings name a provider", () => {
  assert.deepEqual(configured(undefined), {});
  assert.deepEqual(Object.keys(configured({ search: { provider: "brave" } })), ["search"]);
  assert.deepEqual(Object.keys(configured({ sourcegraph: { url: "https://sourcegraph.com" } })), ["sourcegraph"]);
});

test("reads a key from the environment, then from the credentials file, and only when needed", async () => {
  const env: NodeJS.ProcessEnv = {};
  const { search, sourcegraph } = configured({ search: { provider: "exa", url: "http://a" }, sourcegraph: { url: "http://b" } }, env);
  assert.deepEqual([await search?.key?.(), await sourcegraph?.token?.()], ["stored for exa", "stored for sourcegraph"]);
  Object.assign(env, { EXA_API_KEY: " of-exa\n", SRC_ACCESS_TOKEN: "of-sourcegraph" });
  assert.deepEqual([await search?.key?.(), await sourcegraph?.token?.()], ["of-exa", "of-sourcegraph"]);
  assert.deepEqual([search?.url, sourcegraph?.url], ["http://a", "http://b"]);
});

test("accepts the existing search providers in the settings", async () => {
  const schema = JSON.stringify(await settingsSchema());
  assert.ok(schema.includes(`"enum":${JSON.stringify(SEARCH_PROVIDERS.map(({ name }) => name))}`));
  assert.deepEqual(
    SEARCHERS.map(({ name }) => name),
    ["brave", "exa", "tavily", "sourcegraph"],
  );
});
