import assert from "node:assert/strict";
import { test } from "node:test";
import type { Thinking } from "../../model/index.ts";
import { geminiModel, thinkingConfig } from "./gemini-models.ts";

const configOf = (id: string, level: Thinking) => thinkingConfig(geminiModel(id), level);

test("a model before Gemini 3 receives a budget within its limits", () => {
  assert.deepEqual(configOf("gemini-2.5-flash", "low"), { thinkingBudget: 6554, includeThoughts: true });
  assert.deepEqual(configOf("gemini-2.5-flash", "high"), { thinkingBudget: 24_576, includeThoughts: true });
  assert.deepEqual(configOf("gemini-2.5-pro", "high"), { thinkingBudget: 32_768, includeThoughts: true });
});

test("a model since Gemini 3 receives the nearest level that it supports", () => {
  const level = (id: string, thinking: Thinking) => configOf(id, thinking)["thinkingLevel"];
  assert.equal(level("gemini-3.6-flash", "minimal"), "minimal");
  assert.equal(level("gemini-3.8-flash", "minimal"), "low");
  assert.equal(level("gemini-3.8-flash-lite", "minimal"), "minimal");
  assert.equal(level("gemini-10-pro", "minimal"), "low");
  assert.equal(level("gemini-4-argon", "xhigh"), "high");
  assert.equal(level("gemini-4-hydrogen", "xhigh"), "xhigh");
});

test("off requests no thoughts, and the least thinking that the model allows", () => {
  assert.deepEqual(configOf("gemini-2.5-flash", "off"), { thinkingBudget: 0 });
  assert.deepEqual(configOf("gemini-2.5-pro", "off"), { thinkingBudget: 128 });
  assert.deepEqual(configOf("gemini-3-flash-preview", "off"), { thinkingLevel: "minimal" });
  assert.deepEqual(configOf("gemini-3.1-pro-preview", "off"), { thinkingLevel: "low" });
});

test("an unknown Gemini model counts as a current one, and another model does not", () => {
  for (const id of ["gemini-of-tomorrow", "gemini-flash-lite-latest", "models/gemini-5.1"]) {
    assert.equal(geminiModel(id).signedCalls, true, id);
  }
  for (const id of ["gemini-1.5-pro", "models/gemini-2.0-flash", "gemini-pro", "tunedModels/sorter", "gemma-4-31b-it"]) {
    assert.equal(geminiModel(id).signedCalls, false, id);
  }
});

test("only Gemma has no system instruction", () => {
  assert.equal(geminiModel("gemma-4-31b-it").systemInstruction, false);
  assert.equal(geminiModel("gemini-2.5-pro").systemInstruction, true);
  assert.equal(geminiModel("learnlm-2.0-flash").systemInstruction, true);
});
