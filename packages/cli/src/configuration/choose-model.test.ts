import assert from "node:assert/strict";
import { test } from "node:test";
import { providerModels } from "coxswain";
import { type Settings } from "coxswain/settings";
import { chooseModel, NoModelError, thinkingNote } from "./choose-model.ts";
import type { Configuration } from "./configure.ts";

const KEYS = { ANTHROPIC_API_KEY: "a-key", OPENAI_API_KEY: "o-key" };

/** What a person has set up who has these keys; no server of this machine is looked for. */
const configuration = (
  settings: Settings = {},
  env: Readonly<Record<string, string>> = KEYS,
): Pick<Configuration, "settings" | "providers" | "models"> => ({
  settings,
  providers: { env, custom: {} },
  models: providerModels({ env }),
});

test("S0-44: a model that is named whole is taken without a word", async () => {
  assert.deepEqual(await chooseModel(configuration(), { model: "anthropic/claude-opus-5:high" }), {
    reference: "anthropic/claude-opus-5",
    thinking: "high",
    notes: [],
  });
});

test("a model that is named in other words is said", async () => {
  assert.deepEqual(await chooseModel(configuration({ model: "opus 4.5" })), {
    reference: "anthropic/claude-opus-4-5",
    notes: ["using anthropic/claude-opus-4-5"],
  });
});

test("the command line goes before the settings, a scope of it too", async () => {
  const own = configuration({ model: "anthropic/claude-opus-5", scopedModels: ["claude-haiku-*"] });
  const chosen = async (said = {}) => (await chooseModel(own, said)).reference;
  assert.equal(await chosen({ model: "openai/gpt-5" }), "openai/gpt-5");
  assert.equal(await chosen({ scope: ["gpt-5*"] }), "openai/gpt-5");
  assert.equal(await chosen(), "anthropic/claude-opus-5");
});

test("the first of a scope that can be asked is taken, with its level of thinking, and else a provider's own", async () => {
  const { reference, thinking } = await chooseModel(configuration({ scopedModels: ["gemini-*", "claude-haiku-4-5:low"] }));
  assert.deepEqual({ reference, thinking }, { reference: "anthropic/claude-haiku-4-5", thinking: "low" });
  const none = await chooseModel(configuration({ scopedModels: ["gemini-*", "gpt-99*"] }));
  assert.deepEqual(none, { reference: "anthropic/claude-sonnet-5-5", notes: ['No model fits "gpt-99*".'] });
});

test("a scope of the command line in which no model can be asked is refused", async () => {
  await assert.rejects(chooseModel(configuration(), { scope: ["gemini-*", "gpt-99*"] }), (error) => {
    assert.ok(error instanceof NoModelError);
    assert.equal(error.message, 'None of the models in --models is available. No model fits "gpt-99*".');
    return true;
  });
});

test("a level of thinking that a model has not is said with the one that is taken", async () => {
  const { info } = await configuration().models.get("anthropic/claude-sonnet-5-5");
  assert.equal(thinkingNote("high", info), undefined);
  assert.equal(thinkingNote(undefined, info), undefined);
  assert.equal(thinkingNote("off", info), "anthropic/claude-sonnet-5-5 does not support thinking level off; using low");
  assert.equal(thinkingNote("high", { ...info, thinking: [] }), "anthropic/claude-sonnet-5-5 has no known thinking levels; using none");
  assert.equal(thinkingNote("off", { ...info, thinking: [] }), undefined);
});
