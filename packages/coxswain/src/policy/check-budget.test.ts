import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Budget } from "../loop/index.ts";
import { checkBudget } from "./check-budget.ts";

test("accepts a budget with limits of 0 or above", () => {
  for (const budget of [{}, { usd: 0.5 }, { usd: 0, tokens: 0 }, { tokens: 1, toolCalls: 2, turns: 3, seconds: 0.5 }]) {
    assert.equal(checkBudget(budget), budget);
  }
});

test("rejects anything else, with one line that names the valid values", () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [{ usd: -1 }, /^A budget's usd must be a number above 0, or 0 for no limit; it is -1\.$/],
    [{ usd: Number.NaN }, /it is NaN/],
    [{ seconds: Infinity }, /it is Infinity/],
    [{ tokens: 1.5 }, /tokens must be a whole number above 0/],
    [{ turns: "3" }, /it is "3"/],
    [{ dollars: 3 }, /^A budget has no "dollars"; it may have usd, tokens, toolCalls, turns, seconds\.$/],
  ];
  for (const [budget, message] of wrong) {
    assert.throws(() => checkBudget(budget as Budget), { name: "BudgetError", code: "budget", message });
  }
});

test("every number is rejected or is a limit", () => {
  fc.assert(
    fc.property(fc.double(), (usd) => {
      const fits = Number.isFinite(usd) && usd >= 0;
      if (fits) assert.equal(checkBudget({ usd }).usd, usd);
      else assert.throws(() => checkBudget({ usd }), { code: "budget" });
    }),
  );
});
