import assert from "node:assert/strict";
import { test } from "node:test";
import type { Thinking } from "../../model/index.ts";
import { claudeModel, samplingFields } from "./claude-thinking.ts";

const fieldsOf = (id: string, thinking: Thinking | undefined, maxOutputTokens = 8192, temperature = 0.5) =>
  samplingFields(claudeModel(id), thinking, { maxOutputTokens, temperature });

test("a budget is a share of the model's output, and is added to the limit up to the model's maximum", () => {
  assert.deepEqual(fieldsOf("claude-sonnet-4-5", "high"), {
    max_tokens: 8192 + 38_400,
    thinking: { type: "enabled", budget_tokens: 38_400 },
  });
  assert.equal(fieldsOf("claude-sonnet-4-5", "high", 60_000)["max_tokens"], 64_000);
  assert.deepEqual(fieldsOf("claude-3-haiku-20240307", "minimal")["thinking"], { type: "enabled", budget_tokens: 1024 });
});

test("an adaptive model receives an effort that it supports", () => {
  const effort = (id: string, level: Thinking) => fieldsOf(id, level)["output_config"];
  assert.deepEqual(effort("claude-opus-5", "xhigh"), { effort: "xhigh" });
  assert.deepEqual(effort("claude-opus-4-6", "xhigh"), { effort: "high" });
  assert.deepEqual(effort("claude-opus-5", "minimal"), { effort: "low" });
});

test("a model that always thinks receives its lowest setting for off", () => {
  assert.deepEqual(fieldsOf("claude-sonnet-5-5", "off"), { max_tokens: 8192, thinking: { type: "between_tools" } });
  assert.deepEqual(fieldsOf("claude-opus-5-5", "off"), { max_tokens: 8192, output_config: { effort: "low" } });
  assert.deepEqual(fieldsOf("claude-haiku-5-5", "off"), { max_tokens: 8192, thinking: { type: "disabled" } });
});

test("sends a temperature from 0 to 1, only to models that accept one and while they do not think", () => {
  const temperature = (id: string, level: Thinking | undefined, value: number) => fieldsOf(id, level, 8192, value)["temperature"];
  assert.equal(temperature("claude-sonnet-4-5", undefined, 1.5), 1);
  assert.equal(temperature("claude-sonnet-4-5", "off", -1), 0);
  assert.equal(temperature("claude-sonnet-4-5", "low", 0.5), undefined);
  assert.equal(temperature("claude-opus-5", "off", 0.5), undefined);
});

test("the assumed maximum of an unknown model limits no request", () => {
  assert.equal(fieldsOf("claude-of-tomorrow", "high", 200_000)["max_tokens"], 200_000);
  assert.equal(fieldsOf("MiniMax-M2", "off", 200_000)["max_tokens"], 200_000);
});
