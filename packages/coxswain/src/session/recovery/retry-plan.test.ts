import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ModelError } from "../../model/index.ts";
import { retryPlan } from "./retry-plan.ts";
import type { RetryOptions } from "../../journal/index.ts";

const EXACT: RetryOptions = { jitter: false };
const busy = (retryAfter?: number) => new ModelError("transient", "Busy.", retryAfter === undefined ? {} : { retryAfter });
const wait = (delay: number) => ({ kind: "wait", delay });
const first = { failures: 1, elapsed: 0 };

test("S0-58: the delay doubles with each retry, up to the cap", () => {
  const plans = (options: RetryOptions, failures: readonly number[]) =>
    failures.map((count) => retryPlan(busy(), { failures: count, elapsed: 0 }, { ...EXACT, ...options }));
  assert.deepEqual(plans({}, [1, 2, 3]), [wait(2_000), wait(4_000), wait(8_000)]);
  assert.deepEqual(plans({ tries: 9, baseMs: 500, capMs: 3_000 }, [1, 2, 3, 4, 5]), [500, 1_000, 2_000, 3_000, 3_000].map(wait));
});

test("S0-60: stops after three retries, and the note contains their number and duration", () => {
  assert.deepEqual(retryPlan(busy(), { failures: 4, elapsed: 18_200 }, EXACT), { kind: "stop", note: "Asked 4 times in 18 s." });
  assert.deepEqual(retryPlan(busy(), { failures: 4, elapsed: 300 }, EXACT), { kind: "stop", note: "Asked 4 times." });
  assert.deepEqual(retryPlan(busy(), first, { ...EXACT, tries: 0 }), { kind: "stop" });
});

test("full jitter: the delay is a random fraction of the computed one", () => {
  const drawn = (random: number) => retryPlan(busy(), { failures: 2, elapsed: 0 }, {}, () => random);
  assert.deepEqual([0, 0.25, 0.999].map(drawn), [0, 1_000, 3_996].map(wait));
});

test("P1: waits at least as long as the provider asks, up to the cap", () => {
  assert.deepEqual(retryPlan(busy(20_000), first, EXACT), wait(20_000));
  assert.deepEqual(retryPlan(busy(60_000), first, EXACT), wait(60_000));
  assert.deepEqual(
    retryPlan(busy(6), first, {}, () => 0.5),
    wait(1_000),
  );
});

test("P1: stops if the provider asks for a longer wait, and the note contains it", () => {
  const longest = "and 60 s is the longest that is waited.";
  assert.deepEqual(retryPlan(busy(7_200_000), first, EXACT), {
    kind: "stop",
    note: `The provider asks to wait 2 h, ${longest}`,
  });
  assert.deepEqual(retryPlan(busy(90_000), { failures: 2, elapsed: 2_000 }, EXACT), {
    kind: "stop",
    note: `The provider asks to wait 90 s, ${longest} Asked 2 times in 2 s.`,
  });
});

test("P10: does not start a wait that would exceed the time budget", () => {
  const plan = (elapsed: number) => retryPlan(busy(), { failures: 3, elapsed }, { ...EXACT, tries: 100, budgetMs: 600_000 });
  assert.deepEqual(plan(592_000), wait(8_000));
  assert.deepEqual(plan(592_001), { kind: "stop", note: "Asked 3 times in 9.9 min." });
});

test("without a cap, the delay does not exceed the maximum of a timer", () => {
  const options = { ...EXACT, tries: 100, capMs: Infinity, budgetMs: Infinity };
  assert.deepEqual(retryPlan(busy(), { failures: 90, elapsed: 0 }, options), wait(2 ** 31 - 1));
});

test("stays within the number of retries and the time budget for all options and provider delays", () => {
  const most = fc.integer({ min: 0, max: 10 });
  const ms = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(
      most,
      ms,
      ms,
      ms,
      fc.array(fc.option(ms, { nil: undefined })),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, baseMs, capMs, budgetMs, asked, random) => {
        let failures = 0;
        let elapsed = 0;
        for (;;) {
          const retryAfter = asked[failures++ % Math.max(1, asked.length)];
          const plan = retryPlan(busy(retryAfter), { failures, elapsed }, { tries, baseMs, capMs, budgetMs }, () => random);
          if (plan.kind === "stop") return;
          assert.ok(plan.delay >= (retryAfter ?? 0) && plan.delay <= capMs);
          elapsed += plan.delay;
          assert.ok(failures <= tries && elapsed <= budgetMs);
        }
      },
    ),
  );
});
