import type { Thinking } from "../../model/index.ts";

/** Limits of a model's thinking budget, in tokens. */
export interface BudgetLimits {
  readonly min: number;
  readonly max: number;
}

/** Returns the thinking budget of a level in tokens: a share of the output limit `output`, within the model's limits. */
export const thinkingBudget = (level: Thinking, output: number, { min, max }: BudgetLimits): number =>
  Math.min(max, Math.max(min, Math.round(output * SHARES[level])));

const SHARES = { off: 0, minimal: 0.02, low: 0.1, medium: 0.3, high: 0.6, xhigh: 0.9 } as const satisfies Record<Thinking, number>;
