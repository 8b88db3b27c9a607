import assert from "node:assert/strict";
import { test } from "node:test";
import { handedPrompt, readHandedPrompt } from "./handed-prompt.ts";

test("a prompt carries the budget of its run", () => {
  const handed = handedPrompt("go", { maxTurns: 3, budget: { usd: 0.5, seconds: 60 } });
  assert.deepEqual(readHandedPrompt(JSON.parse(JSON.stringify(handed))), handed);
});

test("rejects an invalid budget", () => {
  for (const budget of [null, "5", { usd: "5" }, { usd: -1 }, { what: 1 }]) {
    const parts = [{ type: "text", text: "go" }];
    assert.deepEqual(readHandedPrompt({ parts, options: { budget } }), { parts, options: {} });
  }
});

test("a prompt carries the output format of its answer, and an invalid one is rejected", () => {
  const handed = handedPrompt("go", { output: { schema: { type: "array" }, repairs: 1 } });
  assert.deepEqual(readHandedPrompt(JSON.parse(JSON.stringify(handed))), handed);
  const parts = [{ type: "text", text: "go" }];
  for (const output of [null, "{}", {}, { schema: [] }, { schema: { type: "strnig" } }]) {
    assert.deepEqual(readHandedPrompt({ parts, options: { output } }), { parts, options: {} });
  }
});
