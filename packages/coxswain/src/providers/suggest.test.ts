import assert from "node:assert/strict";
import { test } from "node:test";
import { suggest } from "./suggest.ts";

const NAMES = ["anthropic/claude-sonnet-4-5", "anthropic/claude-opus-5", "openai/gpt-5", "openai/gpt-5-mini", "google/gemini-2.5-pro"];

test("returns the nearest names first, with or without their provider", () => {
  assert.equal(suggest("claude-sonet-4-5", NAMES)[0], "anthropic/claude-sonnet-4-5");
  assert.equal(suggest("antropic/claude-opus-5", NAMES)[0], "anthropic/claude-opus-5");
  assert.equal(suggest("gpt5", NAMES)[0], "openai/gpt-5");
  assert.equal(suggest("Gemini 2.5 Pro", NAMES)[0], "google/gemini-2.5-pro");
});

test("finds a name by a part of it", () => {
  assert.deepEqual(suggest("opus", NAMES), ["anthropic/claude-opus-5"]);
});

test("finds a name by its words, despite a typo or a wrong number", () => {
  assert.deepEqual(suggest("sonet", NAMES), ["anthropic/claude-sonnet-4-5"]);
  assert.deepEqual(suggest("opus 9", NAMES), ["anthropic/claude-opus-5"]);
  assert.deepEqual(suggest("gemni 2", NAMES), ["google/gemini-2.5-pro"]);
});

test("does not match letters in the middle of a word", () => {
  assert.deepEqual(suggest("nope", ["bedrock/in.openai.gpt-5.6-luna"]), []);
});

test("does not match a short word that differs in one letter", () => {
  const names = ["openrouter/dots-studio/dots-3-note-preview:free", ...NAMES];
  for (const reference of ["nope", "nope/nope"]) assert.deepEqual(suggest(reference, names), []);
});

test("suggests nothing without a similar name", () => {
  assert.deepEqual(suggest("xyzzy", NAMES), []);
});
