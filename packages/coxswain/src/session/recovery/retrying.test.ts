import assert from "node:assert/strict";
import { test } from "node:test";
import { type Model, ModelError, type ModelRequest, type Script, scriptedModel, type StreamPart } from "../../model/index.ts";
import type { RetryEvent } from "../../journal/index.ts";
import { skippingClock } from "./retry.fixture.ts";
import { retrying } from "./retrying.ts";

const REQUEST: Omit<ModelRequest, "signal"> = { system: [], messages: [], tools: [], thinking: "off", maxOutputTokens: 100 };
const busy = { text: "half", error: new ModelError("transient", "Busy.") };

const setUp = (script: Script) => {
  const clock = skippingClock();
  const events: RetryEvent[] = [];
  const host = { clock, now: clock.now };
  const journal = { mint: () => "r1", emit: (event: RetryEvent) => void events.push(event), append: async () => {} };
  return { clock, events, model: retrying(scriptedModel(script), { options: { jitter: false }, host, journal }) };
};

const answerOf = async (model: Model, signal = new AbortController().signal): Promise<string> => {
  const parts: StreamPart[] = [];
  for await (const part of model.stream({ ...REQUEST, signal })) parts.push(part);
  assert.equal(parts.at(-1)?.type, "finish");
  return parts.map((part) => (part.type === "text_delta" ? part.delta : "")).join("");
};

test("retries a request outside of the run by the same rules, and yields the complete response only", async () => {
  const { model, clock, events } = setUp([busy, { text: "cut", cut: true }, "a summary"]);
  assert.equal(await answerOf(model), "a summary");
  assert.deepEqual(clock.slept, [2_000, 4_000]);
  assert.deepEqual(
    events.map(({ type }) => type),
    ["retry_start", "retry_start", "retry_end"],
  );
  assert.deepEqual(events.at(-1), { type: "retry_end", retryId: "r1", attempts: 2, succeeded: true });
});

test("throws after the last retry, and the message contains the number of attempts", async () => {
  const { model, events } = setUp([busy, busy, busy, busy]);
  await assert.rejects(answerOf(model), { code: "transient", message: "Busy. Asked 4 times in 14 s." });
  assert.deepEqual(events.at(-1), { type: "retry_end", retryId: "r1", attempts: 3, succeeded: false });
});

test("throws an error that is not temporary unchanged", async () => {
  const error = new ModelError("auth", "Wrong key.");
  const { model, events } = setUp([{ error }]);
  await assert.rejects(answerOf(model), error);
  assert.deepEqual(events, []);
});

test("an abort ends the request, even if the model ignores the signal", async () => {
  const { model, events } = setUp([{ hold: new Promise(() => {}) }]);
  const aborting = new AbortController();
  const answer = answerOf(model, aborting.signal);
  aborting.abort();
  await assert.rejects(answer, { code: "aborted" });
  assert.deepEqual(events, []);
});
