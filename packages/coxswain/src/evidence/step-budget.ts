/** A command line takes too long to follow. */
class StepBudgetError extends Error {
  override readonly name = "StepBudgetError";
}

/** Commands of one line that are followed at most: functions that call others twice run far more commands than the line has. */
const MOST_STEPS = 5000;

/** Bounds the time for one command line. */
export class StepBudget {
  #left = MOST_STEPS;

  /** @throws {StepBudgetError} all steps are spent */
  spend(): void {
    if (this.#left-- <= 0) throw new StepBudgetError("too many steps");
  }

  /** Returns the result of an analysis that spends steps; undefined if they do not suffice. */
  within<Value>(analysis: () => Value): Value | undefined {
    try {
      return analysis();
    } catch (error) {
      if (error instanceof StepBudgetError) return undefined;
      throw error;
    }
  }
}
