import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { fixedModels, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime } from "../runtime/index.ts";
import { openScene, callSay, sayTool, transcript } from "../runtime/runtime.fixture.ts";
import { storeCutAt, storedIn } from "../runtime/crash.fixture.ts";
import type { Run } from "../session/index.ts";
import { handClock, inShort } from "./spending.fixture.ts";

const NEVER = new Promise<never>(() => {});

/** Resolves once a run has emitted an event of this type. */
const emitted = async (run: Run, type: string): Promise<void> => {
  for await (const event of run) if (event.type === type) return;
};

test("the time limit ends a run whose request never ends, and its queued messages go to the next run", async () => {
  const clock = handClock();
  await using scene = await openScene({ script: [{ text: "so", hold: NEVER }, "done"], clock, now: clock.now });
  const run = scene.session.prompt("go", { budget: { seconds: 60 } });
  await emitted(run, "message_delta");
  assert.equal(scene.session.followUp("and this"), "queued");
  await clock.pass(59_999);
  assert.equal(scene.session.status, "running");
  await clock.pass(1);
  await clock.pass(50);
  assert.equal(inShort(await run.outcome), "budget: The budget of this run is exhausted: 60 of 60 seconds.");
  assert.deepEqual(scene.session.state.queue.followUps, ["and this"]);
  await scene.session.prompt("next").outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "user: and this", "user: next", "assistant: done"]);
});

test("the time limit ends a tool that hangs, and its call has a result", async () => {
  const clock = handClock();
  const say = sayTool({ effect: "execute", run: () => NEVER });
  await using scene = await openScene({ script: [callSay("a")], tools: [say], clock, now: clock.now });
  const run = scene.session.prompt("go", { budget: { seconds: 1 } });
  await emitted(run, "tool_start");
  await clock.pass(1_000);
  await clock.pass(50);
  assert.equal(inShort(await run.outcome), "budget: The budget of this run is exhausted: 1 of 1 seconds.");
  assert.match(transcript(scene.session).at(-1) ?? "", /^tool: !cancelled Cancelled at the run's limit while it ran/);
});

test("a prompt while a run ends at its time limit starts a new run", async () => {
  const clock = handClock();
  await using scene = await openScene({ script: [{ text: "so", hold: NEVER }, "done"], clock, now: clock.now });
  const run = scene.session.prompt("go", { budget: { seconds: 1 } });
  await emitted(run, "message_delta");
  await clock.pass(1_000);
  const next = scene.session.prompt("and this", { whenBusy: "steer" });
  await clock.pass(50);
  assert.notEqual(next.id, run.id);
  assert.equal(inShort(await next.outcome), "done: done");
});

test("a session's time is that of its runs, without the time between them or between processes", async () => {
  const clock = handClock();
  const store = memoryStore();
  const slow = sayTool({
    run: async ({ text }) => {
      await clock.pass(10_000);
      return { content: [{ type: "text", text }] };
    },
  });
  const script = [callSay("a"), "done", callSay("b"), "not requested"];
  await using scene = await openScene({ script, tools: [slow], clock, now: clock.now, store, budget: { seconds: 35 } });
  await scene.session.prompt("one").outcome;
  await clock.pass(3_600_000);
  await scene.session.prompt("two").outcome;
  const entries = await storedIn(store, scene.session.id);
  const at = entries.findLastIndex(({ type }) => type === "message");
  const copy = await storeCutAt(store, scene.session.id, at);
  await clock.pass(3_600_000);

  const model = scriptedModel((_, turn) => (turn < 2 ? callSay(String(turn)) : "done"));
  const tools = [slow];
  await using runtime = createRuntime({ store: copy, models: fixedModels(model), tools, policy: allowAll(), clock, now: clock.now });
  const session = await runtime.open(scene.session.id);
  const outcome = await session.resume()?.outcome;
  // 20 seconds before, then 10, and 5 of another 10.
  assert.equal(outcome && inShort(outcome), "budget: The budget of this session is exhausted: 35 of 35 seconds.");
  assert.equal(inShort(await session.prompt("next").outcome), "budget: The budget of this session is exhausted: 35 of 35 seconds.");
  await session.set({ budget: { seconds: 3_600 } });
  assert.equal(inShort(await session.prompt("next").outcome), "done: done");
});

test("a raised session budget extends the time of an active run", async () => {
  const clock = handClock();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "so", hold: held }], clock, now: clock.now, budget: { seconds: 10 } });
  const run = scene.session.prompt("go");
  await emitted(run, "message_delta");
  await clock.pass(9_000);
  await scene.session.set({ budget: { seconds: 100 } });
  await clock.pass(50_000);
  go();
  assert.equal(inShort(await run.outcome), "done: so");
});

test("an ended run leaves no timer", async () => {
  const sleeping = new Set<number>();
  const clock = {
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        sleeping.add(ms);
        signal?.addEventListener("abort", () => {
          sleeping.delete(ms);
          resolve();
        });
      }),
  };
  await using scene = await openScene({ script: ["done"], clock, now: () => 0 });
  await scene.session.prompt("go", { budget: { seconds: 12_345 } }).outcome;
  assert.deepEqual([...sleeping], []);
});
