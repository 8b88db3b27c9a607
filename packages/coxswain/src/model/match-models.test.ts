import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchModels } from "./match-models.ts";
import type { ModelInfo } from "./model.ts";

const info = (reference: string): ModelInfo => {
  const slash = reference.indexOf("/");
  const id = reference.slice(slash + 1);
  return { reference, provider: reference.slice(0, slash), id, name: id, vision: false, thinking: [] };
};

const ALL = [
  "anthropic/claude-opus-4-5",
  "anthropic/claude-opus-4-5-20251101",
  "anthropic/claude-opus-4-6",
  "anthropic/claude-opus-5",
  "anthropic/claude-opus-5-5",
  "anthropic/claude-sonnet-4-5-20250929",
  "anthropic/claude-sonnet-4-5",
  "anthropic/claude-sonnet-5-5",
  "openai/gpt-5",
  "openai/gpt-5.4",
  "openai/gpt-5-mini",
  "openai/gpt-5.4-mini",
  "openai/gpt-4o-2024-05-13",
  "openai/gpt-4o-2024-11-20",
  "openai/o3-mini",
  "openai/o4-mini",
  "google/gemini-3.8-flash",
  "google/gemini-3.5-flash-lite",
  "openrouter/anthropic/claude-sonnet-5.5",
  "openrouter/moonshotai/kimi-k3",
  "openrouter/x-ai/grok-4.20",
  "xai/grok-4.7",
].map(info);

const match = (text: string): readonly string[] => matchModels(text, ALL).map(({ reference }) => reference);

test("a word of the name matches the newest model of the family", () => {
  assert.deepEqual(match("sonnet"), ["anthropic/claude-sonnet-5-5"]);
  assert.deepEqual(match("Opus"), ["anthropic/claude-opus-5-5"]);
});

test("a version may be written with dots, hyphens or without separators", () => {
  for (const text of ["opus 4.5", "opus-4-5", "opus4.5", "claude opus 4 5"]) assert.deepEqual(match(text), ["anthropic/claude-opus-4-5"]);
  assert.deepEqual(match("gpt5-mini"), ["openai/gpt-5-mini"]);
});

test("an exact version comes before longer versions, which match otherwise", () => {
  assert.deepEqual(match("opus 5"), ["anthropic/claude-opus-5"]);
  assert.deepEqual(match("opus 4"), ["anthropic/claude-opus-4-6"]);
});

test("the name without a date comes first, then the latest date", () => {
  assert.deepEqual(match("sonnet 4.5"), ["anthropic/claude-sonnet-4-5"]);
  assert.deepEqual(match("gpt 4o"), ["openai/gpt-4o-2024-11-20"]);
  assert.deepEqual(match("opus 4.5 20251101"), ["anthropic/claude-opus-4-5-20251101"]);
});

test("a name without other words comes before one with some", () => {
  assert.deepEqual(match("flash"), ["google/gemini-3.8-flash"]);
  assert.deepEqual(match("flash lite"), ["google/gemini-3.5-flash-lite"]);
  assert.deepEqual(match("gpt"), ["openai/gpt-5.4"]);
});

test("the first provider is used, unless the string names one", () => {
  assert.deepEqual(match("sonnet 5.5"), ["anthropic/claude-sonnet-5-5"]);
  assert.deepEqual(match("openrouter sonnet"), ["openrouter/anthropic/claude-sonnet-5.5"]);
  assert.deepEqual(match("moonshotai kimi"), ["openrouter/moonshotai/kimi-k3"]);
});

test("the maker of a model comes before a reseller", () => {
  assert.deepEqual(match("grok"), ["xai/grok-4.7"]);
});

test("several families are candidates to ask about, each with its newest model", () => {
  assert.deepEqual(match("mini"), ["openai/gpt-5.4-mini", "openai/o4-mini"]);
  assert.deepEqual(match("claude"), ["anthropic/claude-opus-5-5", "anthropic/claude-sonnet-5-5"]);
});

test("a string with another word or number has no match", () => {
  for (const text of ["opus 6", "sonnett", "4.5", "", "gpt-5.6", "kimi k2"]) assert.deepEqual(match(text), []);
});

test("the order of a provider's models does not change the match", () => {
  const claude = ALL.filter(({ provider }) => provider === "anthropic");
  fc.assert(
    fc.property(
      fc.shuffledSubarray(claude, { minLength: claude.length }),
      fc.constantFrom("opus", "sonnet 4.5", "opus 4", "claude 4.5"),
      (models, text) => {
        const chosen = (from: readonly ModelInfo[]) =>
          matchModels(text, from)
            .map(({ id }) => id)
            .toSorted();
        assert.deepEqual(chosen(models), chosen(claude));
      },
    ),
  );
});
