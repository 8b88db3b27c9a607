import assert from "node:assert/strict";
import { test } from "node:test";
import { SettingsError } from "./errors.ts";
import { settingPath } from "./setting-path.ts";

test("a key resolves to the path of the setting", () => {
  assert.deepEqual(settingPath("model"), ["model"]);
  assert.deepEqual(settingPath("budget.usd"), ["budget", "usd"]);
  assert.deepEqual(settingPath("providers"), ["providers"]);
  assert.deepEqual(settingPath("providers.shop.headers.X-Team"), ["providers", "shop", "headers", "X-Team"]);
});

test("a free name may contain dots", () => {
  assert.deepEqual(settingPath("models.openai/gpt-5.5.contextWindow"), ["models", "openai/gpt-5.5", "contextWindow"]);
  assert.deepEqual(settingPath("models.openai/gpt-5.5"), ["models", "openai/gpt-5.5"]);
  assert.deepEqual(settingPath("providers.my.shop.models.small.1.price.input"), [
    "providers",
    "my.shop",
    "models",
    "small.1",
    "price",
    "input",
  ]);
});

test("an unknown name is an error that suggests the nearest one", () => {
  const lost = (key: string, message: string) => assert.throws(() => settingPath(key), new SettingsError(message));
  lost("modle", 'Unknown setting "modle"; did you mean model?');
  lost("budget.uds", 'Unknown setting "budget.uds"; did you mean budget.usd?');
  lost("model.name", 'Unknown setting "model.name".');
  lost("zzz", 'Unknown setting "zzz".');
  lost("", 'Unknown setting "".');
});
