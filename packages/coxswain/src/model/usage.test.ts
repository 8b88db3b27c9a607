import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addUsage, contextTokens, NO_USAGE, type Usage, usageFrom, contextUsage } from "./usage.ts";

const nothing = fc.constantFrom(undefined, null);
const numbers = fc.record(
  {
    input: fc.anything(),
    cacheRead: fc.double(),
    cacheWrite: fc.oneof(fc.integer(), fc.constant(undefined)),
    output: fc.oneof(fc.double(), fc.string()),
    reasoning: fc.constantFrom(Number.NaN, Infinity, -1, 1e300, 7.5),
  },
  { requiredKeys: [] },
);
const reported = fc.oneof(numbers, nothing);
const usages = reported.map(usageFrom);

test("P25: for any report of a provider, a usage contains integers of 0 or more", () => {
  fc.assert(
    fc.property(reported, (report) => {
      for (const count of Object.values(usageFrom(report))) assert.ok(Number.isSafeInteger(count) && count >= 0);
    }),
  );
});

test("adding usages is commutative, and an empty usage does not change the sum", () => {
  fc.assert(
    fc.property(usages, usages, (one, other) => {
      assert.deepEqual(addUsage(one, other), addUsage(other, one));
      assert.deepEqual(addUsage(one, NO_USAGE), one);
    }),
  );
});

test("S2-08: the tokens of the context count reasoning once", () => {
  const usage: Usage = { input: 1, cacheRead: 2, cacheWrite: 4, output: 8, reasoning: 6 };
  assert.equal(contextTokens(usage), 15);
});

const used = (input: number) => ({ ...NO_USAGE, input });

test("S3-44 S4-47: context usage is reported in percent and as a fraction", () => {
  assert.deepEqual(contextUsage(used(50_600), 200_000), { used: 50_600, window: 200_000, fraction: 0.253, percent: 25 });
});

test("S3-44: the usage of an unknown window is 0 percent", () => {
  for (const window of [undefined, 0]) assert.deepEqual(contextUsage(used(500), window), { used: 500, fraction: 0, percent: 0 });
});

test("S3-44: usage above the window is 100 percent", () => {
  assert.deepEqual(contextUsage(used(300), 200), { used: 300, window: 200, fraction: 1, percent: 100 });
});
