import { CoxswainError } from "../base/index.ts";
/** Reports an unusable output schema. No model was called. */
export class OutputSchemaError extends CoxswainError {
  override readonly name = "OutputSchemaError";
  readonly code = "output_schema";
  /** The problem and its location, as a sentence. */
  readonly problem: string;

  constructor(problem: string) {
    super(`Invalid output schema: ${problem}`);
    this.problem = problem;
  }
}

/** The model's last answer did not match the schema, and no repair attempt is left. */
export class OutputInvalidError extends CoxswainError {
  override readonly name = "OutputInvalidError";
  readonly code = "output_invalid";

  constructor(problems: readonly string[], repairs = 0) {
    const after = repairs === 0 ? "" : `, after ${repairs === 1 ? "one repair" : `${repairs} repairs`}`;
    super(`The model's answer does not match the output schema${after}: ${problems.join("; ")}`);
  }
}
