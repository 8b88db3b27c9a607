import assert from "node:assert/strict";
import { test } from "node:test";
import { type Settings, settingsSchema } from "coxswain/settings";
import { SEARCH_PROVIDERS } from "coxswain/tools";
import { SEARCHERS, searchTools } from "./search-tools.ts";

const configured = (web: Settings["web"], env: NodeJS.ProcessEnv = {}) =>
  searchTools({ settings: web === undefined ? {} : { web }, providers: { env, keys: (name) => `kept for ${name}` } });

test("tools that search are there where the settings say who is asked, and else not", () => {
  assert.deepEqual(configured(undefined), {});
  assert.deepEqual(Object.keys(configured({ search: { provider: "brave" } })), ["search"]);
  assert.deepEqual(Object.keys(configured({ sourcegraph: { url: "https://sourcegraph.com" } })), ["sourcegraph"]);
});

test("a key comes from the environment, else from what is kept, and only when it is asked for", async () => {
  const env: NodeJS.ProcessEnv = {};
  const { search, sourcegraph } = configured({ search: { provider: "exa", url: "http://a" }, sourcegraph: { url: "http://b" } }, env);
  assert.deepEqual([await search?.key?.(), await sourcegraph?.token?.()], ["kept for exa", "kept for sourcegraph"]);
  Object.assign(env, { EXA_API_KEY: " of-exa\n", SRC_ACCESS_TOKEN: "of-sourcegraph" });
  assert.deepEqual([await search?.key?.(), await sourcegraph?.token?.()], ["of-exa", "of-sourcegraph"]);
  assert.deepEqual([search?.url, sourcegraph?.url], ["http://a", "http://b"]);
});

test("what settings can name is what there is", async () => {
  const schema = JSON.stringify(await settingsSchema());
  assert.ok(schema.includes(`"enum":${JSON.stringify(SEARCH_PROVIDERS.map(({ name }) => name))}`));
  assert.deepEqual(
    SEARCHERS.map(({ name }) => name),
    ["brave", "exa", "tavily", "sourcegraph"],
  );
});
