import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsSchema } from "coxswain/settings";
import { settingFacts } from "./setting-facts.ts";

const values = async (...path: readonly string[]): Promise<readonly string[]> => settingFacts(await settingsSchema(), path).values;

test("a setting with a fixed set of values has them, also below a free name", async () => {
  assert.deepEqual(await values("screen"), ["inline", "full", "plain"]);
  assert.deepEqual(await values("notifications", "status"), ["true", "false"]);
  assert.ok((await values("providers", "workshop", "api")).includes("openai-chat"));
});

test("a setting of other values has none, and so has an unknown one", async () => {
  for (const path of [["model"], ["budget", "usd"], ["footer"], ["no", "such", "setting"]]) assert.deepEqual(await values(...path), []);
});

test("a setting of several values is a list", async () => {
  const schema = await settingsSchema();
  assert.equal(settingFacts(schema, ["footer"]).isList, true);
  assert.equal(settingFacts(schema, ["screen"]).isList, false);
});

test("a setting has the description of the schema", async () => {
  assert.match(settingFacts(await settingsSchema(), ["motion"]).description, /nothing moves/);
});
