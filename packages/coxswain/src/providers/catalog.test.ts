import assert from "node:assert/strict";
import { test } from "node:test";
import { isThinking } from "../model/index.ts";
import { modelInfo } from "./catalog.ts";
import { BUILT_IN_PROVIDERS } from "./registry.ts";

test("every entry of every catalog is well formed", async () => {
  let models = 0;
  for (const provider of BUILT_IN_PROVIDERS) {
    const file = await provider.catalog?.();
    if (file === undefined) continue;
    assert.ok(!Number.isNaN(Date.parse(file.generatedAt)), provider.name);
    for (const [id, { window, output, thinking = [], efforts = {}, price }] of Object.entries(file.models)) {
      const name = `${provider.name}/${id}`;
      models += 1;
      for (const size of [window, output]) assert.ok(size === undefined || (Number.isInteger(size) && size > 0), name);
      assert.ok(thinking.every(isThinking), name);
      for (const level of Object.keys(efforts)) assert.ok((thinking as readonly string[]).includes(level), name);
      for (const one of price === undefined ? [] : [price, ...(price.tiers ?? [])]) assert.ok(one.input >= 0 && one.output >= 0, name);
      const limits = price?.tiers?.map(({ above }) => above) ?? [];
      assert.deepEqual(
        limits,
        limits.toSorted((one, other) => one - other),
        name,
      );
    }
  }
  assert.ok(models > 500);
});

test("an unknown model's information contains only its name", () => {
  assert.deepEqual(modelInfo("mine", "m"), { reference: "mine/m", provider: "mine", id: "m", name: "m", vision: false, thinking: [] });
});

test("omits an unknown thinking level", () => {
  assert.deepEqual(modelInfo("mine", "m", { thinking: ["off", "ultra", "high"] }).thinking, ["off", "high"]);
});
