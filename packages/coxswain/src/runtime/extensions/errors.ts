import { CoxswainError } from "../../base/index.ts";
/** Thrown when an extension cannot be loaded, or requests something invalid. */
export class ExtensionError extends CoxswainError {
  override readonly name = "ExtensionError";
  readonly code = "extension";
}
