import assert from "node:assert/strict";
import { test } from "node:test";
import { costOf, mostCostOf, dollars } from "./cost.ts";
import { NO_USAGE } from "./usage.ts";

const PRICE = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const USAGE = { input: 1_000_000, cacheRead: 2_000_000, cacheWrite: 1_000_000, output: 100_000, reasoning: 50_000 };

test("S2-25: the cost is the sum over the kinds of tokens, with reasoning as output", () => {
  assert.equal(costOf(USAGE, PRICE), 3 + 0.6 + 3.75 + 1.5);
});

test("S4-15: the cost for a model without a known price is undefined, without an error", () => {
  assert.equal(costOf(USAGE, undefined), undefined);
});

test("cache tokens without a price cost the same as input", () => {
  assert.equal(costOf(USAGE, { input: 1, output: 0 }), 4);
});

test("the tier price of a long prompt applies to the whole response", () => {
  const price = {
    ...PRICE,
    tiers: [
      { above: 200_000, input: 6, output: 22.5 },
      { above: 500_000, input: 12, output: 45 },
    ],
  };
  const usage = (input: number) => ({ ...NO_USAGE, input, output: 1000 });
  assert.equal(costOf(usage(200_000), price), (200_000 * 3 + 1000 * 15) / 1e6);
  assert.equal(costOf(usage(200_001), price), (200_001 * 6 + 1000 * 22.5) / 1e6);
  assert.equal(costOf(usage(600_000), price), (600_000 * 12 + 1000 * 45) / 1e6);
});

test("the maximum cost of a request uses the highest input price and the tier price", () => {
  const price = { ...PRICE, tiers: [{ above: 200_000, input: 6, output: 22.5 }] };
  assert.equal(mostCostOf(100_000, 1_000, price), (100_000 * 3.75 + 1_000 * 15) / 1e6);
  assert.equal(mostCostOf(300_000, 1_000, price), (300_000 * 6 + 1_000 * 22.5) / 1e6);
  assert.equal(mostCostOf(1, 1, undefined), undefined);
});

test("formats a cost with cents, and with more decimals for smaller amounts", () => {
  assert.deepEqual([0, 0.00004, 0.0123, 0.1, 12.345, 1234].map(dollars), ["$0", "<$0.0001", "$0.0123", "$0.10", "$12.35", "$1234.00"]);
});
