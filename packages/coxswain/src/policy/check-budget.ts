import { CoxswainError } from "../base/index.ts";
import type { Budget } from "../loop/index.ts";

/** The quantities of a budget; `true` if they are whole numbers. */
const WHOLE: Readonly<Record<keyof Budget, boolean>> = { usd: false, tokens: true, toolCalls: true, turns: true, seconds: false };

/** The fault of a budget; undefined for a valid one. */
export const budgetFault = (budget: Budget): BudgetError | undefined => {
  for (const [name, value] of Object.entries(budget)) {
    if (!isQuantity(name)) return new BudgetError(`A budget has no "${name}"; it may have ${Object.keys(WHOLE).join(", ")}.`);
    if (value === undefined || isLimit(value, WHOLE[name])) continue;
    const number = WHOLE[name] ? "whole number" : "number";
    return new BudgetError(`A budget's ${name} must be a ${number} above 0, or 0 for no limit; it is ${shown(value)}.`);
  }
  return undefined;
};

/**
 * Returns a valid budget unchanged.
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

/** An invalid budget. */
export class BudgetError extends CoxswainError {
  override readonly name = "BudgetError";
  readonly code = "budget";
}
