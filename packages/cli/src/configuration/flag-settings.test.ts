import assert from "node:assert/strict";
import { test } from "node:test";
import { budgetFlags } from "./flag-settings.ts";

test("parses a budget in dollars and in time", () => {
  assert.deepEqual(budgetFlags({}), {});
  assert.deepEqual(budgetFlags({ "max-budget-usd": "0.50" }), { budget: { usd: 0.5 } });
  assert.deepEqual(budgetFlags({ "max-budget-usd": "2", "max-time": "10m" }), { budget: { usd: 2, seconds: 600 } });
});

test("rejects an invalid amount", () => {
  for (const given of ["$5", "-1", "1,5", "1e3", ".5", "NaN"]) {
    const message = `--max-budget-usd must be an amount in USD such as 2 or 0.50, not ${given}`;
    assert.throws(() => budgetFlags({ "max-budget-usd": given }), { name: "UsageError", message });
  }
});
