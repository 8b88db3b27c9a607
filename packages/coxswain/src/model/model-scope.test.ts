import assert from "node:assert/strict";
import { test } from "node:test";
import { MissingApiKeyError } from "./errors.ts";
import { fixedModels } from "./fixed-models.ts";
import { modelScope } from "./model-scope.ts";
import type { Models } from "./model.ts";
import { scriptedModel } from "./scripted/index.ts";

const model = (reference: string) => {
  const slash = reference.indexOf("/");
  return scriptedModel([], { info: { reference, provider: reference.slice(0, slash), id: reference.slice(slash + 1), name: reference } });
};

const fixed = fixedModels(
  ...["a/claude-opus-5", "a/claude-sonnet-5", "b/gpt-5", "b/gpt-5-mini", "b/gpt-4", "locked/claude-haiku-5"].map(model),
);
const MODELS: Models = {
  async get(reference) {
    if (reference.startsWith("locked/")) throw new MissingApiKeyError("Locked", "Set LOCKED_API_KEY.");
    return fixed.get(reference);
  },
  list: async (provider) => (await fixed.list(provider)).map(({ info }) => ({ info, available: info.provider !== "locked" })),
};

const scope = async (...patterns: readonly string[]) => {
  const { models, problems } = await modelScope(MODELS, patterns);
  return { models: models.map(({ info, thinking }) => `${info.reference}${thinking === undefined ? "" : `:${thinking}`}`), problems };
};

test("S0-45: patterns and names resolve to a scope in their order, each with its thinking level", async () => {
  assert.deepEqual(await scope("gpt-5*:high", "claude-*"), {
    models: ["b/gpt-5:high", "b/gpt-5-mini:high", "a/claude-opus-5", "a/claude-sonnet-5"],
    problems: [],
  });
  assert.deepEqual(await scope("sonnet:low", "b/gpt-4"), { models: ["a/claude-sonnet-5:low", "b/gpt-4"], problems: [] });
});

test("a model that several patterns match is listed once, with the first pattern's level", async () => {
  assert.deepEqual((await scope("opus:low", "CLAUDE*:high")).models, ["a/claude-opus-5:low", "a/claude-sonnet-5:high"]);
});

test("a star matches any characters, and every other character matches itself", async () => {
  assert.deepEqual((await scope("b/*-5")).models, ["b/gpt-5"]);
  assert.deepEqual((await scope("gpt.5*")).models, []);
  assert.deepEqual((await scope("*p*-*m*i")).models, ["b/gpt-5-mini"]);
  assert.deepEqual((await scope("gpt-5*-5")).models, []);
  assert.equal((await scope("*")).models.length, 5);
});

test("skips unavailable models, and reports patterns without a match", async () => {
  assert.deepEqual(await scope("locked/*", "locked/claude-haiku-5", "gpt-9*", "xyzzy", "gpt-5"), {
    models: ["b/gpt-5"],
    problems: [
      'No model matches "gpt-9*".',
      'No model "xyzzy". Available: a/claude-opus-5, a/claude-sonnet-5, b/gpt-5, b/gpt-5-mini, b/gpt-4, locked/claude-haiku-5.',
    ],
  });
});
