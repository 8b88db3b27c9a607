import { CoxswainError } from "../base/index.ts";
/** The session or its runtime is closed. */
export class ClosedError extends CoxswainError {
  override readonly name = "ClosedError";
  readonly code = "closed";

  constructor(what = "session") {
    super(`The ${what} is closed.`);
  }
}
