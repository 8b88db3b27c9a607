import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook, HookInputs } from "../../hooks/index.ts";
import { openScene, sayTool, says } from "../../runtime/runtime.fixture.ts";

const atEnd = (run: Extract<Hook, { event: "run_end" }>["run"]): Hook => ({ event: "run_end", name: "bell", run });

test("hooks at a run's end are told how it ended, before anybody reads of the end, and change nothing of it", async () => {
  const heard: HookInputs["run_end"][] = [];
  await using scene = await openScene({
    script: ["done"],
    hooks: [
      atEnd((input) => {
        heard.push(input);
        return { stop: "too late", tell: "too late" } as unknown as undefined;
      }),
    ],
  });
  const run = scene.session.prompt("go");
  const outcome = await run.outcome;
  assert.equal(outcome.kind, "done");
  assert.deepEqual(
    heard.map((input) => input.outcome),
    [outcome],
  );
  assert.equal(scene.model.requests.length, 1);
});

test("hooks are asked at the end of a run that was aborted too, and one that hangs then is left after five seconds", async () => {
  const waits: number[] = [];
  // No wait is longer than what is due already.
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return new Promise((resolve) => setImmediate(resolve));
  };
  const heard: string[] = [];
  const begun = Promise.withResolvers<void>();
  const hang = sayTool({
    run: () => {
      begun.resolve();
      return new Promise(() => {});
    },
  });
  await using scene = await openScene({
    script: [says("a")],
    tools: [hang],
    clock: { sleep },
    hooks: [
      atEnd(({ outcome }) => void heard.push(outcome.kind)),
      atEnd(() => {
        heard.push("hangs");
        return new Promise(() => {});
      }),
    ],
  });
  const run = scene.session.prompt("go");
  await begun.promise;
  run.abort();
  assert.deepEqual(await run.outcome, { kind: "aborted" });
  assert.deepEqual(heard, ["aborted", "hangs"]);
  assert.ok(waits.includes(5_000));
});

test("an abort of the session ends a run at whose end a hook hangs, and no prompt that waits behind it", async () => {
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
