import type { Budget } from "../../loop/index.ts";
import { BudgetError } from "./budget-error.ts";

/** What a budget can limit, and whether it is counted in whole numbers. */
const WHOLE: Readonly<Record<keyof Budget, boolean>> = { usd: false, tokens: true, toolCalls: true, turns: true, seconds: false };

/**
 * A budget as it is, if it is one.
 * @throws {BudgetError}
 */
export const checkBudget = (budget: Budget): Budget => {
  for (const [name, value] of Object.entries(budget)) {
    if (!Object.hasOwn(WHOLE, name)) throw new BudgetError(`A budget has no "${name}"; it may have ${Object.keys(WHOLE).join(", ")}.`);
    const whole = WHOLE[name as keyof Budget];
    if (value !== undefined && !isLimit(value, whole)) {
      throw new BudgetError(
        `A budget's ${name} has to be a ${whole ? "whole number" : "number"} above 0, or 0 for no limit; it is ${shown(value)}.`,
      );
    }
  }
  return budget;
};

const isLimit = (value: unknown, whole: boolean): boolean =>
  typeof value === "number" && value >= 0 && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));

const shown = (value: unknown): string => (typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value)));
