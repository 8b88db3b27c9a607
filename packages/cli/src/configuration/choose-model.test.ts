import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "coxswain";
import { type Settings } from "coxswain/settings";
import { chooseModel, NoModelError, thinkingNote } from "./choose-model.ts";
import type { Configuration } from "./configure.ts";

const KEYS = { ANTHROPIC_API_KEY: "a-key", OPENAI_API_KEY: "o-key" };

/** Configuration of a user with these keys. Local servers are not probed. */
const configuration = (
  settings: Settings = {},
  env: Readonly<Record<string, string>> = KEYS,
): Pick<Configuration, "settings" | "providers" | "models"> => ({
  settings,
  providers: { env, custom: {} },
  models: providerModels({ env }),
});

test("S0-44: selects a model by its exact name without a note", async () => {
  assert.deepEqual(await chooseModel(configuration(), { model: "anthropic/claude-opus-5:high" }), {
    reference: "anthropic/claude-opus-5",
    thinking: "high",
    notes: [],
  });
});

test("reports the model that an inexact name selects", async () => {
  assert.deepEqual(await chooseModel(configuration({ model: "opus 4.5" })), {
    reference: "anthropic/claude-opus-4-5",
    notes: ["using anthropic/claude-opus-4-5"],
  });
});

test("prefers the model and scope of the command line over the settings", async () => {
  const own = configuration({ model: "anthropic/claude-opus-5", scopedModels: ["claude-haiku-*"] });
  const chosen = async (flags = {}) => (await chooseModel(own, flags)).reference;
  assert.equal(await chosen({ model: "openai/gpt-5" }), "openai/gpt-5");
  assert.equal(await chosen({ scope: ["gpt-5*"] }), "openai/gpt-5");
  assert.equal(await chosen(), "anthropic/claude-opus-5");
});

test("selects the first available model of a scope with its thinking level, then a provider's default", async () => {
  const { reference, thinking } = await chooseModel(configuration({ scopedModels: ["gemini-*", "claude-haiku-4-5:low"] }));
  assert.deepEqual({ reference, thinking }, { reference: "anthropic/claude-haiku-4-5", thinking: "low" });
  const none = await chooseModel(configuration({ scopedModels: ["gemini-*", "gpt-99*"] }));
  assert.deepEqual(none, { reference: "anthropic/claude-sonnet-5-5", notes: ['No model matches "gpt-99*".'] });
});

test("rejects a scope on the command line without an available model", async () => {
  await assert.rejects(chooseModel(configuration(), { scope: ["gemini-*", "gpt-99*"] }), (error) => {
    assert.ok(error instanceof NoModelError);
    assert.equal(error.message, 'None of the models in --models is available. No model matches "gpt-99*".');
    return true;
  });
});

test("reports the thinking level used instead of an unsupported one", async () => {
  const { info } = await configuration().models.get("anthropic/claude-sonnet-5-5");
  assert.equal(thinkingNote("high", info), undefined);
  assert.equal(thinkingNote(undefined, info), undefined);
  assert.equal(thinkingNote("off", info), "anthropic/claude-sonnet-5-5 does not support thinking level off; using low");
  assert.equal(thinkingNote("high", { ...info, thinking: [] }), "anthropic/claude-sonnet-5-5 has no known thinking levels; using none");
  assert.equal(thinkingNote("off", { ...info, thinking: [] }), undefined);
});
