import assert from "node:assert/strict";
import { test } from "node:test";
import { type ErrorClass, ModelError, type ScriptedReply } from "../../model/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, type Scene, transcript } from "../../runtime/runtime.fixture.ts";
import { reopen, storeCutAt } from "../../runtime/crash.fixture.ts";
import type { Event } from "../../journal/index.ts";
import { skippingClock } from "./retry.fixture.ts";

const BUSY = new ModelError("transient", "Scripted is overloaded.", { status: 529 });
const busy: ScriptedReply = { text: "half an ans", calls: [{ name: "say", input: { text: "half" } }], error: BUSY };

/** Opens a scene whose waits take no time and have no jitter. */
const openExact = async (scene: Scene) => {
  const clock = skippingClock();
  return { ...(await openScene({ clock, now: clock.now, retry: { jitter: false }, ...scene })), clock };
};

const retriesIn = (events: readonly Event[]) =>
  events.flatMap((event) => {
    if (event.type === "retry_start") return [`start ${event.attempt} of ${event.tries} in ${event.delay}`];
    return event.type === "retry_end" ? [`end ${event.attempts} ${event.succeeded}`] : [];
  });

test("S0-06, S0-57, P6: retries a request that failed temporarily, and discards its partial response", async () => {
  const never = sayTool({ run: async ({ text }) => assert.fail(`${text} ran`) });
  await using scene = await openExact({ script: [busy, busy, "the whole answer"], tools: [never] });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: the whole answer"]);
  assert.deepEqual(scene.clock.slept, [2_000, 4_000]);
  assert.deepEqual(retriesIn(events), ["start 1 of 3 in 2000", "start 2 of 3 in 4000", "end 2 true"]);
});

test("a retry event contains the error and the model; the partial message is discarded before the next one starts", async () => {
  await using scene = await openExact({ script: [busy, "whole"] });
  const events = await collect(scene.session.prompt("go"));
  const start = events.find((event) => event.type === "retry_start");
  assert.deepEqual(start?.error, { code: "transient", message: "Scripted is overloaded.", status: 529 });
  assert.equal(start?.model, "scripted/scripted");
  const of = (...types: readonly string[]) => events.map(({ type }) => type).filter((type) => types.includes(type));
  assert.deepEqual(of("message_start", "retry_start", "message_discard", "message_end", "retry_end").slice(2), [
    "message_start",
    "retry_start",
    "message_discard",
    "message_start",
    "message_end",
    "retry_end",
  ]);
});

test("a retry is in the log before its wait begins, for other processes, and not in the prompt", async () => {
  const logged: unknown[] = [];
  const clock = { ...skippingClock(), sleep: async () => void logged.push(scene.session.entries.at(-1)) };
  await using scene = await openExact({ script: [busy, "whole"], clock });
  await scene.session.prompt("go").outcome;
  const [{ seq: _, id: __, parent: ___, at: ____, ...retried } = {}] = logged as readonly Readonly<Record<string, unknown>>[];
  assert.deepEqual(retried, {
    type: "retry",
    attempt: 1,
    tries: 3,
    delay: 2_000,
    error: { code: "transient", message: "Scripted is overloaded.", status: 529 },
    model: "scripted/scripted",
  });
  assert.equal(JSON.stringify(scene.model.requests[1]?.messages), JSON.stringify(scene.model.requests[0]?.messages));
});

test("S0-59, S0-60, S4-12: after the last retry, the partial text stays with the error, and later requests omit it", async () => {
  await using scene = await openExact({ script: [busy, busy, busy, busy, "again"], tools: [sayTool()] });
  const run = scene.session.prompt("go");
  const events = await collect(run);
  const message = "Scripted is overloaded. Asked 4 times in 14 s.";
  assert.deepEqual(await run.outcome, { kind: "failed", error: { code: "transient", message } });
  assert.deepEqual(retriesIn(events).slice(-2), ["start 3 of 3 in 8000", "end 3 false"]);
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: half an ans"]);
  const [, partial] = messagesOf(scene.session);
  assert.deepEqual(partial?.role === "assistant" && partial.streamError, { code: "transient", message });
  assert.equal((await scene.session.prompt("and now?").outcome).kind, "done");
  assert.deepEqual(
    scene.model.requests.at(-1)?.messages.map(({ role }) => role),
    ["user", "user"],
  );
});

test("a response resets the count of failures, so failures of many turns do not end a long run", async () => {
  const script = Array.from({ length: 20 }, (_, turn) => [busy, busy, busy, turn < 19 ? callSay(String(turn)) : "done"]).flat();
  await using scene = await openExact({ script, tools: [sayTool()] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.equal(scene.model.requests.length, 80);
});

for (const code of ["overflow", "auth", "quota", "invalid", "refused"] satisfies ErrorClass[]) {
  test(`P2, P19: does not retry an error with the code ${code}`, async () => {
    await using scene = await openExact({ script: [{ error: new ModelError(code, "No.", { retryAfter: 1_000 }) }, "never"] });
    const run = scene.session.prompt("go");
    assert.deepEqual(retriesIn(await collect(run)), []);
    assert.equal(scene.model.requests.length, 1);
  });
}

test("P1: a wait longer than the cap ends the run, and the error contains it", async () => {
  const error = new ModelError("transient", "Slow down.", { status: 429, retryAfter: 7_200_000 });
  await using scene = await openExact({ script: [{ error }] });
  const outcome = await scene.session.prompt("go").outcome;
  assert.deepEqual(outcome, {
    kind: "failed",
    error: {
      code: "transient",
      message: "Slow down. The provider asks to wait 2 h, and 60 s is the longest that is waited.",
      retryAfter: 7_200_000,
    },
  });
  assert.deepEqual(scene.clock.slept, []);
});

test("P10: the time budget bounds slow attempts", async () => {
  const clock = skippingClock();
  const script = async () => {
    await clock.sleep(300_000);
    return busy;
  };
  await using scene = await openScene({ script, clock, now: clock.now, retry: { jitter: false, tries: 50 } });
  const outcome = await scene.session.prompt("go").outcome;
  assert.match(outcome.kind === "failed" ? outcome.error.message : "", /Asked 3 times in 10 min\.$/);
});

/** Returns a clock whose sleeps end only when their signal is aborted. */
const asleep = () => {
  const { promise: sleeping, resolve } = Promise.withResolvers<void>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((wake) => {
      if (signal === undefined || signal.aborted) return wake();
      signal.addEventListener("abort", () => wake(), { once: true });
      if (ms >= 1_000) resolve();
    });
  return { clock: { sleep }, sleeping };
};

test("P1: an abort ends the wait immediately", async () => {
  const { clock, sleeping } = asleep();
  await using scene = await openScene({ script: [busy, "never"], clock, retry: { jitter: false } });
  const run = scene.session.prompt("go");
  const events = collect(run);
  await sleeping;
  run.abort("enough");
  assert.deepEqual(await run.outcome, { kind: "aborted", reason: "enough" });
  assert.deepEqual(retriesIn(await events), ["start 1 of 3 in 2000", "end 1 false"]);
  assert.deepEqual(transcript(scene.session), ["user: go"]);
  assert.equal(scene.model.requests.length, 1);
});

test("closing the session ends the wait", async () => {
  const { clock, sleeping } = asleep();
  await using scene = await openScene({ script: [busy, "never"], clock, retry: { jitter: false } });
  const run = scene.session.prompt("go");
  await sleeping;
  await scene.session.close();
  assert.equal((await run.outcome).kind, "aborted");
});

test("a run that a crash interrupted during a wait resumes with a new request", async () => {
  const { clock, sleeping } = asleep();
  await using scene = await openScene({ script: [busy], clock, retry: { jitter: false } });
  void scene.session.prompt("go");
  await sleeping;
  await using again = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id, { script: ["the answer"] });
  assert.equal((await again.session.resume()?.outcome)?.kind, "done");
  assert.deepEqual(transcript(again.session), ["user: go", "assistant: the answer"]);
});
