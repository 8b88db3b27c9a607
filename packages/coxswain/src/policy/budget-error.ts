/** A budget is not what one can be. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  readonly code = "budget";
}
