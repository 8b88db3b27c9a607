import assert from "node:assert/strict";
import { test } from "node:test";
import { MissingApiKeyError, UnknownModelError } from "./errors.ts";
import { findModel } from "./find-model.ts";
import { fixedModels } from "./fixed-models.ts";
import type { Models } from "./models.ts";
import { scriptedModel } from "./scripted/index.ts";

const model = (reference: string) => {
  const slash = reference.indexOf("/");
  return scriptedModel([], { info: { reference, provider: reference.slice(0, slash), id: reference.slice(slash + 1), name: reference } });
};

const ALL = [
  "a/sonnet-4",
  "a/sonnet-5",
  "a/pro-1",
  "a/pro-max-1",
  "a/other-max-1",
  "b/qwen3:8b",
  "b/phi3:medium",
  "b/phi3",
  "locked/opus-9",
  "b/opus-1",
].map(model);
const fixed = fixedModels(...ALL);
/** The models of `locked` have no key, and of `a` any name can be asked. */
const MODELS: Models = {
  async get(reference) {
    if (reference.startsWith("locked/")) throw new MissingApiKeyError("Locked", "Set LOCKED_API_KEY.");
    return reference.startsWith("a/") ? model(reference) : fixed.get(reference);
  },
  list: async (provider) => (await fixed.list(provider)).map(({ info }) => ({ info, available: info.provider !== "locked" })),
};

const find = async (text: string) => {
  const { info, ...rest } = await findModel(MODELS, text);
  return { reference: info.reference, ...rest };
};

test("S0-44: a whole reference is that model", async () => {
  assert.deepEqual(await find("a/sonnet-4"), { reference: "a/sonnet-4", exact: true });
});

test("a level of thinking at the end is taken off", async () => {
  assert.deepEqual(await find("a/sonnet-4:high"), { reference: "a/sonnet-4", thinking: "high", exact: true });
  assert.deepEqual(await find("sonnet:off"), { reference: "a/sonnet-5", thinking: "off", exact: false });
});

test("what ends a model's own name is no level", async () => {
  assert.deepEqual(await find("b/qwen3:8b"), { reference: "b/qwen3:8b", exact: true });
  assert.deepEqual(await find("b/phi3:medium"), { reference: "b/phi3:medium", exact: true });
  assert.deepEqual(await find("b/phi3:high"), { reference: "b/phi3", thinking: "high", exact: true });
  assert.deepEqual(await find("b/qwen3:8b:high"), { reference: "b/qwen3:8b", thinking: "high", exact: true });
});

test("words mean a model that can be asked now, and it is said that it was a guess", async () => {
  assert.deepEqual(await find("sonnet"), { reference: "a/sonnet-5", exact: false });
  assert.deepEqual(await find("opus"), { reference: "b/opus-1", exact: false });
  assert.deepEqual(await find("b/qwen"), { reference: "b/qwen3:8b", exact: false });
});

test("words that only mean a model without a key say what it lacks", async () => {
  await assert.rejects(find("opus 9"), MissingApiKeyError);
});

test("more than one that is meant is an error with the choice, on one line", async () => {
  await assert.rejects(find("max"), (error) => {
    assert.ok(error instanceof UnknownModelError);
    assert.equal(error.message, 'No model "max". Say which: a/pro-max-1, a/other-max-1.');
    return true;
  });
});

test("a provider is asked for a model that the catalog lacks, also where its name is a part of several", async () => {
  assert.deepEqual(await find("a/sonnet-6"), { reference: "a/sonnet-6", exact: true });
  assert.deepEqual(await find("a/max"), { reference: "a/max", exact: true });
});

test("a slip in the level of thinking is said as one", async () => {
  await assert.rejects(findModel(MODELS, "sonnet:hihg"), {
    name: "UnknownModelError",
    message:
      'No model "sonnet:hihg". Levels of thinking are off, minimal, low, medium, high, xhigh. A name that has a colon needs its provider, as provider/model.',
  });
});

test("what means nothing is unknown", async () => {
  await assert.rejects(find("xyzzy"), UnknownModelError);
  await assert.rejects(find(""), UnknownModelError);
});

test("the models of other providers are not listed where one is named", async () => {
  const asked: (string | undefined)[] = [];
  const models: Models = {
    get: (reference) => MODELS.get(reference),
    list(provider) {
      asked.push(provider);
      return MODELS.list(provider);
    },
  };
  await findModel(models, "a/sonnet-4:low");
  assert.deepEqual(asked, ["a"]);
});
