export type { Amounts } from "./amounts.ts";
export { BudgetError } from "./budget-error.ts";
export { budgetFault, checkBudget } from "./check-budget.ts";
export { Ledger } from "./ledger.ts";
