import assert from "node:assert/strict";
import { test } from "node:test";
import { retryLine } from "./retry-line.ts";

const retry = { type: "retry_start", retryId: "r", attempt: 2, tries: 3, delay: 4_000, model: "a/b" } as const;

test("P1: formats a retry as one escaped line with the delay, the attempt and the reason", () => {
  const said = (message: string, delay = 4_000) => retryLine({ ...retry, delay, error: { code: "transient", message } });
  assert.equal(said("Anthropic is overloaded."), "Retrying in 4 s (2 of 3): Anthropic is overloaded.");
  assert.equal(said("first\u001b[2Jline\nsecond"), "Retrying in 4 s (2 of 3): first\\x1b[2Jline second");
  assert.equal(said("Soon.", 120), "Retrying in 1 s (2 of 3): Soon.");
});
