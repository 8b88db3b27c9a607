import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook, HookInputs } from "../../hooks/index.ts";
import { openScene, sayTool, callSay } from "../../runtime/runtime.fixture.ts";

const atEnd = (run: Extract<Hook, { event: "run_end" }>["run"]): Hook => ({ event: "run_end", name: "bell", run });

test("run_end hooks receive the outcome before it resolves and cannot change it", async () => {
  const received: HookInputs["run_end"][] = [];
  await using scene = await openScene({
    script: ["done"],
    hooks: [
      atEnd((input) => {
        received.push(input);
        return { stop: "too late", tell: "too late" } as unknown as undefined;
      }),
    ],
  });
  const run = scene.session.prompt("go");
  const outcome = await run.outcome;
  assert.equal(outcome.kind, "done");
  assert.deepEqual(
    received.map((input) => input.outcome),
    [outcome],
  );
  assert.equal(scene.model.requests.length, 1);
});

test("run_end hooks run after an abort, and a hook that hangs is abandoned after five seconds", async () => {
  const waits: number[] = [];
  // Every wait ends at once.
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return new Promise((resolve) => setImmediate(resolve));
  };
  const received: string[] = [];
  const started = Promise.withResolvers<void>();
  const hang = sayTool({
    run: () => {
      started.resolve();
      return new Promise(() => {});
    },
  });
  await using scene = await openScene({
    script: [callSay("a")],
    tools: [hang],
    clock: { sleep },
    hooks: [
      atEnd(({ outcome }) => void received.push(outcome.kind)),
      atEnd(() => {
        received.push("hangs");
        return new Promise(() => {});
      }),
    ],
  });
  const run = scene.session.prompt("go");
  await started.promise;
  run.abort();
  assert.deepEqual(await run.outcome, { kind: "aborted" });
  assert.deepEqual(received, ["aborted", "hangs"]);
  assert.ok(waits.includes(5_000));
});

test("aborting the session ends a run with a hanging run_end hook and preserves queued prompts", async () => {
  const hangs = Promise.withResolvers<void>();
  let ended = 0;
  const hang = atEnd(() => {
    ended += 1;
    if (ended > 1) return undefined;
    hangs.resolve();
    return new Promise(() => {});
  });
  await using scene = await openScene({ script: ["one", "two"], hooks: [hang] });
  const run = scene.session.prompt("go");
  const next = scene.session.prompt("next", { whenBusy: "queue" });
  await hangs.promise;
  scene.session.abort();
  assert.equal((await run.outcome).kind, "done");
  assert.equal((await next.outcome).kind, "done");
});
