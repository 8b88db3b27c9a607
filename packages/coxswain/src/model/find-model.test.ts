import assert from "node:assert/strict";
import { test } from "node:test";
import { MissingApiKeyError, UnknownModelError } from "./errors.ts";
import { findModel } from "./find-model.ts";
import { fixedModels } from "./fixed-models.ts";
import type { Models } from "./model.ts";
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
/** The models of `locked` have no key, and `a` accepts any name. */
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

test("S0-44: a full reference resolves to that model", async () => {
  assert.deepEqual(await find("a/sonnet-4"), { reference: "a/sonnet-4", exact: true });
});

test("a thinking level is parsed from the suffix", async () => {
  assert.deepEqual(await find("a/sonnet-4:high"), { reference: "a/sonnet-4", thinking: "high", exact: true });
  assert.deepEqual(await find("sonnet:off"), { reference: "a/sonnet-5", thinking: "off", exact: false });
});

test("the suffix of a model's own name is not a thinking level", async () => {
  assert.deepEqual(await find("b/qwen3:8b"), { reference: "b/qwen3:8b", exact: true });
  assert.deepEqual(await find("b/phi3:medium"), { reference: "b/phi3:medium", exact: true });
  assert.deepEqual(await find("b/phi3:high"), { reference: "b/phi3", thinking: "high", exact: true });
  assert.deepEqual(await find("b/qwen3:8b:high"), { reference: "b/qwen3:8b", thinking: "high", exact: true });
});

test("words match available models, and the match is reported as inexact", async () => {
  assert.deepEqual(await find("sonnet"), { reference: "a/sonnet-5", exact: false });
  assert.deepEqual(await find("opus"), { reference: "b/opus-1", exact: false });
  assert.deepEqual(await find("b/qwen"), { reference: "b/qwen3:8b", exact: false });
});

test("words that match only models without a key report the missing key", async () => {
  await assert.rejects(find("opus 9"), MissingApiKeyError);
});

test("an ambiguous name is an error that lists the candidates on one line", async () => {
  await assert.rejects(find("max"), (error) => {
    assert.ok(error instanceof UnknownModelError);
    assert.equal(error.message, 'No model "max". Specify one: a/pro-max-1, a/other-max-1.');
    return true;
  });
});

test("a provider is queried for a model that the catalog lacks, also if its name is part of several", async () => {
  assert.deepEqual(await find("a/sonnet-6"), { reference: "a/sonnet-6", exact: true });
  assert.deepEqual(await find("a/max"), { reference: "a/max", exact: true });
});

test("a typo in the thinking level is reported as one", async () => {
  await assert.rejects(findModel(MODELS, "sonnet:hihg"), {
    name: "UnknownModelError",
    message:
      'No model "sonnet:hihg". Thinking levels: off, minimal, low, medium, high, xhigh. Write a name that contains a colon with its provider: provider/model.',
  });
});

test("a string without a match is unknown", async () => {
  await assert.rejects(find("xyzzy"), UnknownModelError);
  await assert.rejects(find(""), UnknownModelError);
});

test("candidates of other providers are not listed if the string names a provider", async () => {
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
