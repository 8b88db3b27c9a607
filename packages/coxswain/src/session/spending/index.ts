export { BudgetReachedError } from "./accounted.ts";
export { probed, type Took } from "./probed.ts";
export type { RunSpending } from "./run-spending.ts";
export { Spending } from "./spending.ts";
export { spendingState } from "./spending-state.ts";
