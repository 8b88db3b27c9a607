import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ErrorClass,
  fixedModels,
  MissingApiKeyError,
  type Model,
  ModelError,
  type Models,
  type Script,
  scriptedModel,
  type ScriptedReply,
} from "../../model/index.ts";
import { collect, FREE, messagesOf, openScene, callSay, sayTool, type Scene } from "../../runtime/runtime.fixture.ts";
import type { Event } from "../../journal/index.ts";
import { skippingClock } from "./retry.fixture.ts";

const OWN = "scripted/scripted";
const failing = (code: ErrorClass, message: string): ScriptedReply => ({ text: "half", error: new ModelError(code, message) });
const busy = failing("transient", "Busy.");
const broke = failing("quota", "No credit.");

interface FallbackScene extends Scene {
  readonly b?: Script;
  readonly c?: Script;
}

/** Opens a session whose own model answers with `script`. It falls back to `b/b`, which supports less, and then to `c/c`. */
const openFallback = async ({ b: scriptB = [], c: scriptC = [], ...scene }: FallbackScene) => {
  const clock = skippingClock();
  const b = scriptedModel(scriptB, { info: { reference: "b/b", price: FREE, vision: false, thinking: ["off", "low"], maxOutput: 77 } });
  const c = scriptedModel(scriptC, { info: { reference: "c/c", price: FREE } });
  const opened = await openScene({
    models: (own) => lockable(fixedModels(own, b, c)),
    clock,
    now: clock.now,
    retry: { jitter: false, tries: 1 },
    fallbackModels: ["b/b", "c/c"],
    ...scene,
  });
  return { ...opened, b, c, clock };
};

const lockable = (models: Models): Models => ({
  ...models,
  get: async (reference) => {
    if (reference === "locked/locked") throw new MissingApiKeyError("Locked", "Set LOCKED_API_KEY.");
    return models.get(reference);
  },
});

const noticesIn = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) => {
    if (event.type === "model_fallback") return [`${event.from} → ${event.to}: ${event.reason}`];
    if (event.type === "warning") return [event.message];
    return event.type === "retry_start" || event.type === "retry_end" ? [event.type] : [];
  });

test("after the last retry the run continues with the next model to its end, and each message names its model", async () => {
  await using scene = await openFallback({ script: [busy, busy, "own again"], b: [callSay("a"), "done"], tools: [sayTool()] });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(noticesIn(events), ["retry_start", "retry_end", `${OWN} → b/b: Busy. Asked 2 times in 2 s.`]);
  const answered = () => messagesOf(scene.session).flatMap((message) => (message.role === "assistant" ? [message.model] : []));
  assert.deepEqual(answered(), ["b/b", "b/b"]);
  assert.equal(scene.session.state.model, OWN);
  assert.equal((await scene.session.prompt("next").outcome).kind, "done");
  assert.deepEqual(answered(), ["b/b", "b/b", OWN]);
});

test("P2: an exhausted quota causes no wait: the next model is used immediately, with its own retries", async () => {
  await using scene = await openFallback({ script: [broke], b: [busy, busy], c: [busy, "done"] });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(noticesIn(events), [
    `${OWN} → b/b: No credit.`,
    "retry_start",
    "retry_end",
    "b/b → c/c: Busy. Asked 2 times in 2 s.",
    "retry_start",
    "retry_end",
  ]);
  assert.deepEqual(scene.clock.slept, [2_000, 2_000]);
});

test("P1: uses the next model if the provider asks for a longer wait than the cap", async () => {
  const error = new ModelError("transient", "Slow down.", { retryAfter: 7_200_000 });
  await using scene = await openFallback({ script: [{ error }], b: ["done"] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(scene.clock.slept, []);
});

test("without another fallback the run fails with the error of the last model, whose partial text stays", async () => {
  await using scene = await openFallback({ script: [broke], b: [broke], c: [busy, busy] });
  assert.deepEqual(await scene.session.prompt("go").outcome, {
    kind: "failed",
    error: { code: "transient", message: "Busy. Asked 2 times in 2 s." },
  });
  const partial = messagesOf(scene.session).at(-1);
  assert.equal(partial?.role === "assistant" && partial.model, "c/c");
});

for (const code of ["overflow", "auth", "invalid", "refused"] satisfies ErrorClass[]) {
  test(`an error with the code ${code} causes no fallback`, async () => {
    await using scene = await openFallback({ script: [failing(code, "No.")], b: ["never"] });
    assert.equal((await scene.session.prompt("go").outcome).kind, "failed");
    assert.equal(scene.b.requests.length, 0);
  });
}

test("skips a model without an API key with a warning, and does not retry the session's own model", async () => {
  const fallbackModels = ["locked/locked", OWN, "no/such", "c/c"];
  await using scene = await openFallback({ script: [broke], c: ["done"], fallbackModels });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(noticesIn(events), [
    "The run cannot fall back to locked/locked: No API key for Locked. Set LOCKED_API_KEY.",
    'The run cannot fall back to no/such: No model "no/such". Available: scripted/scripted, b/b, c/c.',
    `${OWN} → c/c: No credit.`,
  ]);
});

test("images, thinking and output tokens are limited to what the fallback supports", async () => {
  const picture = { type: "image", mediaType: "image/png", data: "iVBORw0KGgo=" } as const;
  await using scene = await openFallback({ script: [broke], b: ["done"], thinking: "high" });
  await scene.session.prompt([{ type: "text", text: "look" }, picture]).outcome;
  const [own, other] = [scene.model.requests[0], scene.b.requests[0]];
  assert.deepEqual([own?.thinking, other?.thinking], ["high", "low"]);
  assert.equal(other?.maxOutputTokens, 77);
  const images = (request: typeof own) => JSON.stringify(request?.messages).includes(picture.data);
  assert.deepEqual([images(own), images(other)], [true, false]);
});

test("a model that is set during the run replaces the fallback", async () => {
  const tool = sayTool({ run: async () => scene.session.set({ model: "c/c" }).then(() => ({ content: [] })) });
  await using scene = await openFallback({ script: [broke], b: [callSay("a")], c: ["from c"], tools: [tool] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind === "done" && outcome.reply.model, "c/c");
});

test("P1: an abort does not wait for the look-up of a fallback", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const models = (own: Model): Models => ({
    ...fixedModels(own),
    get: async (reference) => {
      if (reference === OWN) return own;
      resolve();
      return new Promise<never>(() => {});
    },
  });
  await using scene = await openScene({ script: [broke], models, fallbackModels: ["b/b"] });
  const run = scene.session.prompt("go");
  await asked;
  run.abort();
  assert.equal((await run.outcome).kind, "aborted");
});
