import assert from "node:assert/strict";
import { test } from "node:test";
import { MissingApiKeyError, ModelError, UnknownModelError, appendNote } from "./errors.ts";

test("a ModelError has its class, the status and the delay before a retry", () => {
  const cause = new Error("socket");
  const error = new ModelError("transient", "Busy.", { status: 429, retryAfter: 2000, cause });
  assert.deepEqual([error.name, error.code, error.status, error.retryAfter, error.cause], ["ModelError", "transient", 429, 2000, cause]);
  assert.ok(error instanceof Error);
});

test("S0-44: errors about keys and names have their own codes and suggest a fix", () => {
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

test("a note is a separate sentence, after any punctuation", () => {
  const noted = (message: string) => appendNote(new ModelError("transient", message), "Asked 4 times.").message;
  assert.equal(noted("Message: Overloaded"), "Message: Overloaded. Asked 4 times.");
  assert.equal(noted("It is overloaded."), "It is overloaded. Asked 4 times.");
  assert.equal(noted("Message: (try later.)"), "Message: (try later.) Asked 4 times.");
  assert.equal(noted("A long message that is truncated…"), "A long message that is truncated… Asked 4 times.");
});
