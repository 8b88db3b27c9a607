import assert from "node:assert/strict";
import { test } from "node:test";
import { type Thinking, THINKING_LEVELS } from "../../model/index.ts";
import { effortOf, openAIModel, temperatureField } from "./openai-models.ts";

const efforts = (id: string) => THINKING_LEVELS.map((level) => effortOf(openAIModel(id), level));

test("a level that a model does not support becomes the next lower one that reasons, else the lowest", () => {
  assert.deepEqual(efforts("gpt-5"), ["minimal", "minimal", "low", "medium", "high", "high"]);
  assert.deepEqual(efforts("gpt-5.1"), ["none", "low", "low", "medium", "high", "high"]);
  assert.deepEqual(efforts("gpt-5.4-mini-2026-03-17"), ["none", "low", "low", "medium", "high", "xhigh"]);
  assert.deepEqual(efforts("gpt-6.1-sol"), ["low", "low", "low", "medium", "high", "xhigh"]);
});

test("a model whose levels are not known receives each level unchanged", () => {
  const all = ["none", "minimal", "low", "medium", "high", "xhigh"];
  for (const id of ["o3", "gpt-5-pro", "gpt-5.3-codex", "gpt-4.1", "grok-4"]) assert.deepEqual(efforts(id), all, id);
});

test("recognizes reasoning models by their family", () => {
  const reasons = (id: string) => openAIModel(id).reasons;
  for (const id of ["o1", "o4-mini", "gpt-5", "gpt-5.1-chat-latest", "gpt-7-pro", "gpt-10.2"]) assert.ok(reasons(id), id);
  for (const id of ["gpt-4.1", "gpt-4o", "gpt-5-chat-latest", "o3x", "chat-latest", "openai/gpt-5"]) assert.ok(!reasons(id), id);
});

test("sends a temperature only to models that accept one, and to some only while they do not reason", () => {
  const sent = (id: string, level: Thinking | undefined) => {
    const model = openAIModel(id);
    return temperatureField(model, level === undefined ? undefined : effortOf(model, level), 0.5).temperature;
  };
  assert.equal(sent("gpt-4.1", undefined), 0.5);
  assert.equal(sent("gpt-5", "off"), undefined);
  assert.equal(sent("gpt-5.1", "off"), 0.5);
  assert.equal(sent("gpt-5.1", "low"), undefined);
  assert.equal(sent("gpt-5.1", undefined), undefined);
  assert.equal(sent("gpt-6-luna", "off"), 0.5);
  assert.equal(sent("gpt-6-astra", "off"), undefined);
  assert.equal(sent("gpt-4o-search-preview", undefined), undefined);
});
