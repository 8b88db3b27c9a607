import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validSettings } from "./any-settings.fixture.ts";
import { effectiveSettings } from "./effective-settings.ts";
import { joinSettings } from "./join-settings.ts";
import { parseSettings } from "./parse-settings.ts";
import type { Settings } from "./settings.ts";
import { settingsShape } from "./settings-shape.ts";

const USER: Settings = {
  model: "u/u",
  allow: ["bash"],
  budget: { usd: 5, tokens: 10 },
  providers: { shop: { baseURL: "http://shop.example", headers: { Authorization: "Bearer key" } } },
};

const found = async (key: string, ...layers: readonly (readonly [string, Settings])[]) => {
  const all = await effectiveSettings(layers.map(([source, settings]) => ({ source, settings })));
  const one = all.find((setting) => setting.key === key) ?? assert.fail(`there is no ${key}`);
  return [one.value, one.sources];
};

test("a setting that no layer sets has its default and no source", async () => {
  assert.deepEqual(await found("compaction.advisePercent"), [80, []]);
  assert.deepEqual(await found("model"), [undefined, []]);
  assert.deepEqual(await found("providers"), [undefined, []]);
});

test("the upper layer wins, separately for each name of an object", async () => {
  const layers = [
    ["user", USER],
    ["project", { model: "p/p", budget: { usd: 1 } }],
  ] as const;
  assert.deepEqual(await found("model", ...layers), ["p/p", ["project"]]);
  assert.deepEqual(await found("budget.usd", ...layers), [1, ["project"]]);
  assert.deepEqual(await found("budget.tokens", ...layers), [10, ["user"]]);
});

test("a list that adds up has all its sources", async () => {
  assert.deepEqual(await found("allow", ["user", USER], ["flags", { allow: ["edit", "bash"] }]), [
    ["bash", "edit"],
    ["user", "flags"],
  ]);
});

test("L24: only values that may contain a key are marked", async () => {
  const all = await effectiveSettings([{ source: "user", settings: USER }]);
  const names = all.find(({ key }) => key === "providers.shop.headers.Authorization")?.path;
  assert.deepEqual(names, ["providers", "shop", "headers", "Authorization"]);
  assert.deepEqual(
    all.filter(({ secret }) => secret).map(({ key }) => key),
    ["providers.shop.headers.Authorization"],
  );
});

test("effective values equal the merged settings of the layers", async () => {
  const settings = validSettings(settingsShape.schema).map((value) => parseSettings(JSON.stringify(value), "x", "user").settings);
  await fc.assert(
    fc.asyncProperty(settings, settings, async (user, flags) => {
      const joined: Readonly<Record<string, unknown>> = { ...joinSettings(user, flags) };
      const all = await effectiveSettings([
        { source: "user", settings: user },
        { source: "flags", settings: flags },
      ]);
      for (const { key, value, sources } of all) {
        if (!key.includes(".") && sources.length > 0) assert.deepEqual(value, joined[key], key);
        if (key === "budget.usd" && sources.length > 0) assert.equal(value, joinSettings(user, flags).budget?.usd);
      }
    }),
  );
});
