import { CoxswainError } from "../base/index.ts";
/** A file contains no importable session. */
export class ImportError extends CoxswainError {
  readonly code = "import";
  override readonly name = "ImportError";
}
