import { CoxswainError } from "../../base/index.ts";
/** An extension cannot be loaded, or asks for what cannot be. */
export class ExtensionError extends CoxswainError {
  override readonly name = "ExtensionError";
  readonly code = "extension";
}
