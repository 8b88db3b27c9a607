import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compactionPolicy } from "../journal/index.ts";
import { type Advice, advise, isDue } from "./thresholds.ts";

const AUTO = compactionPolicy({ auto: "auto" });
const WINDOW = fc.integer({ min: 1, max: 2_000_000 });
const USED = fc.integer({ min: 0, max: 2_500_000 });

test("S2-08, S2-09: up to a window of 200,000 tokens compaction is due when less than a fifth remains", () => {
  assert.equal(isDue(160_000, 200_000, AUTO), false);
  assert.equal(isDue(160_001, 200_000, AUTO), true);
  assert.equal(isDue(6_400, 8_000, AUTO), false);
  assert.equal(isDue(6_401, 8_000, AUTO), true);
});

test("S2-09: above 200,000 tokens compaction is due when less than 20,000 remain", () => {
  assert.equal(isDue(180_001, 200_001, AUTO), false);
  assert.equal(isDue(180_002, 200_001, AUTO), true);
  assert.equal(isDue(980_000, 1_000_000, AUTO), false);
  assert.equal(isDue(980_001, 1_000_000, AUTO), true);
});

test("S0-55: is due above the given number of tokens, but not at it", () => {
  const policy = compactionPolicy({ auto: "auto", aboveTokens: 50_000 });
  assert.equal(isDue(50_000, 200_000, policy), false);
  assert.equal(isDue(50_001, 200_000, policy), true);
});

test("S2-11: is never due when compaction is off or advice only, or when the window is unknown", () => {
  fc.assert(
    fc.property(USED, WINDOW, fc.nat(), (used, window, aboveTokens) => {
      for (const auto of ["off", "advisory"] as const) assert.equal(isDue(used, window, compactionPolicy({ auto, aboveTokens })), false);
      for (const unknown of [undefined, 0]) assert.equal(isDue(used, unknown, { ...AUTO, aboveTokens }), false);
    }),
  );
});

test("is due with more tokens whenever it is due with fewer", () => {
  fc.assert(
    fc.property(USED, fc.nat(100_000), WINDOW, fc.nat(1_000_000), (used, more, window, aboveTokens) => {
      const policy = { ...AUTO, aboveTokens };
      assert.ok(!isDue(used, window, policy) || isDue(used + more, window, policy));
    }),
  );
});

const advised = (levels: readonly number[], advisePercent = 80): readonly number[] => {
  const policy = compactionPolicy({ advisePercent });
  let advice: Advice = "armed";
  return levels.filter((used) => {
    const judged = advise(advice, used, 100, policy);
    advice = judged.advice;
    return judged.isEmitted;
  });
};

test("S4-53: emits an advice at the threshold, once for each crossing", () => {
  assert.deepEqual(advised([10, 79, 80, 81, 95, 79, 76, 82]), [80]);
});

test("S4-53: rearms below 75 percent", () => {
  assert.deepEqual(advised([85, 75, 86, 74, 87]), [85, 87]);
  assert.deepEqual(advised([55, 60, 65, 49, 44, 50], 50), [55, 50]);
});

test("S4-53: reaches a threshold at exactly its percentage", () => {
  for (let percent = 10; percent < 100; percent++) {
    assert.deepEqual(advised([percent], percent), [percent]);
    assert.deepEqual(advised([percent, percent - 5, percent], percent), [percent]);
    assert.deepEqual(advised([percent, percent - 6, percent], percent), [percent, percent]);
  }
});

test("S4-54: emits no advice without a threshold, with an unknown window, or with compaction off", () => {
  assert.deepEqual(advised([85, 99], 0), []);
  assert.equal(advise("armed", 99, undefined, AUTO).isEmitted, false);
  assert.equal(advise("armed", 99, 100, compactionPolicy({ auto: "off" })).isEmitted, false);
});

test("usage was well below the threshold between any two advices", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 120 })), fc.integer({ min: 10, max: 99 }), (levels, advisePercent) => {
      let advice: Advice = "armed";
      let lowest = 0;
      for (const used of levels) {
        const judged = advise(advice, used, 100, compactionPolicy({ advisePercent }));
        lowest = Math.min(lowest, used);
        if (judged.isEmitted) {
          assert.ok(used >= advisePercent && lowest < advisePercent - 5);
          lowest = used;
        }
        advice = judged.advice;
      }
    }),
    { examples: [[[34, 29, 34], 34]] },
  );
});
