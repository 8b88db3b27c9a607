import { CoxswainError } from "../base/index.ts";
import type { Budget } from "../loop/index.ts";

/** What a budget can limit, and whether it is counted in whole numbers. */
const WHOLE: Readonly<Record<keyof Budget, boolean>> = { usd: false, tokens: true, toolCalls: true, turns: true, seconds: false };

/** Why a budget is none; undefined when it is one. */
export const budgetFault = (budget: Budget): BudgetError | undefined => {
  for (const [name, value] of Object.entries(budget)) {
    if (!isQuantity(name)) return new BudgetError(`A budget has no "${name}"; it may have ${Object.keys(WHOLE).join(", ")}.`);
    if (value === undefined || isLimit(value, WHOLE[name])) continue;
    const number = WHOLE[name] ? "whole number" : "number";
    return new BudgetError(`A budget's ${name} has to be a ${number} above 0, or 0 for no limit; it is ${shown(value)}.`);
  }
  return undefined;
};

/**
 * A budget as it is, if it is one.
 * @throws {BudgetError}
 */
export const checkBudget = (budget: Budget): Budget => {
  const fault = budgetFault(budget);
  if (fault !== undefined) throw fault;
  return budget;
};

const isQuantity = (name: string): name is keyof Budget => Object.hasOwn(WHOLE, name);

const isLimit = (value: unknown, whole: boolean): boolean =>
  typeof value === "number" && value >= 0 && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));

const shown = (value: unknown): string => (typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value)));

/** A budget is not what one can be. */
export class BudgetError extends CoxswainError {
  override readonly name = "BudgetError";
  readonly code = "budget";
}
