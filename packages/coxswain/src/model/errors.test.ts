import assert from "node:assert/strict";
import { test } from "node:test";
import { MissingApiKeyError, ModelError, UnknownModelError } from "./errors.ts";

test("a ModelError has its class, the status and the delay before a retry", () => {
  const cause = new Error("socket");
  const error = new ModelError("transient", "Busy.", { status: 429, retryAfter: 2000, cause });
  assert.deepEqual([error.name, error.code, error.status, error.retryAfter, error.cause], ["ModelError", "transient", 429, 2000, cause]);
  assert.ok(error instanceof Error);
});

test("S0-44: errors about keys and names have their own codes and say how to fix them", () => {
  const key = new MissingApiKeyError("Anthropic", "Set ANTHROPIC_API_KEY.");
  assert.deepEqual(
    [key.code, key.provider, key.message],
    ["missing_api_key", "Anthropic", "No API key for Anthropic. Set ANTHROPIC_API_KEY."],
  );
  const model = new UnknownModelError("gpt-99", "Did you mean openai/gpt-5?");
  assert.deepEqual(
    [model.code, model.reference, model.message],
    ["unknown_model", "gpt-99", 'No model "gpt-99". Did you mean openai/gpt-5?'],
  );
});
