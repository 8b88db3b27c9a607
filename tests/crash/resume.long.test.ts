import assert from "node:assert/strict";
import { test } from "node:test";
import { killAtEachWrite } from "./kill-at-each-write.ts";

for (const wire of ["anthropic", "openai-responses", "openai-chat", "gemini"] as const) {
  test(`L19, S0-76: ${wire}: a run killed at each of its writes continues, and the provider accepts its history`, async () => {
    assert.ok((await killAtEachWrite(wire)) > 20);
  });
}
