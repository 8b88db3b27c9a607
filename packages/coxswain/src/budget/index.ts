export { BudgetReachedError, probedModel, usageOfFinish } from "./accounted-model.ts";
export { Ledger } from "./ledger.ts";
export type { RequestUsage } from "./accounted-model.ts";
export type { RunSpending } from "./run-spending.ts";
export { spendingState } from "./spending-state.ts";
export { Spending } from "./spending.ts";
export type { SpendingLevels } from "./spending.ts";
