export { BudgetReachedError } from "./accounted.ts";
export { Ledger } from "./ledger.ts";
export { probed } from "./probed.ts";
export type { Took } from "./probed.ts";
export type { RunSpending } from "./run-spending.ts";
export { spendingState } from "./spending-state.ts";
export { Spending } from "./spending.ts";
export type { SpendingLevels } from "./spending.ts";
