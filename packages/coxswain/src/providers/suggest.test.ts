import assert from "node:assert/strict";
import { test } from "node:test";
import { suggest } from "./suggest.ts";

const NAMES = ["anthropic/claude-sonnet-4-5", "anthropic/claude-opus-5", "openai/gpt-5", "openai/gpt-5-mini", "google/gemini-2.5-pro"];

test("the nearest names come first, with or without their provider", () => {
  assert.equal(suggest("claude-sonet-4-5", NAMES)[0], "anthropic/claude-sonnet-4-5");
  assert.equal(suggest("antropic/claude-opus-5", NAMES)[0], "anthropic/claude-opus-5");
  assert.equal(suggest("gpt5", NAMES)[0], "openai/gpt-5");
  assert.equal(suggest("Gemini 2.5 Pro", NAMES)[0], "google/gemini-2.5-pro");
});

test("a part of a name finds it", () => {
  assert.deepEqual(suggest("opus", NAMES), ["anthropic/claude-opus-5"]);
});

test("words of a name find it, with a slip in them or a number that it has not", () => {
  assert.deepEqual(suggest("sonet", NAMES), ["anthropic/claude-sonnet-4-5"]);
  assert.deepEqual(suggest("opus 9", NAMES), ["anthropic/claude-opus-5"]);
  assert.deepEqual(suggest("gemni 2", NAMES), ["google/gemini-2.5-pro"]);
});

test("letters in the middle of a word are no part of a name", () => {
  assert.deepEqual(suggest("nope", ["bedrock/in.openai.gpt-5.6-luna"]), []);
});

test("a short word is not taken for another one that differs in a letter", () => {
  const names = ["openrouter/dots-studio/dots-3-note-preview:free", ...NAMES];
  for (const wanted of ["nope", "nope/nope"]) assert.deepEqual(suggest(wanted, names), []);
});

test("what is like nothing suggests nothing", () => {
  assert.deepEqual(suggest("xyzzy", NAMES), []);
});
