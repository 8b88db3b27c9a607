import { CoxswainError } from "../base/index.ts";
/** The schema that a run's answer is to fit cannot be used. Nothing was asked of a model for it. */
export class OutputSchemaError extends CoxswainError {
  override readonly name = "OutputSchemaError";
  readonly code = "output_schema";
  /** What is wrong with it, and where, as a sentence. */
  readonly problem: string;

  constructor(problem: string) {
    super(`The schema of the output cannot be used: ${problem}`);
    this.problem = problem;
  }
}

/** The model's last answer did not fit the schema, and it was told so as often as it may be. */
export class OutputInvalidError extends CoxswainError {
  override readonly name = "OutputInvalidError";
  readonly code = "output_invalid";

  constructor(problems: readonly string[], repairs = 0) {
    const after = repairs === 0 ? "" : `, after ${repairs === 1 ? "one repair" : `${repairs} repairs`}`;
    super(`The model's answer does not fit the schema of the output${after}: ${problems.join("; ")}`);
  }
}
