import { CoxswainError } from "../base/index.ts";
/** A file holds no session of a kind that can be imported. */
export class ImportError extends CoxswainError {
  readonly code = "import";
  override readonly name = "ImportError";
}
