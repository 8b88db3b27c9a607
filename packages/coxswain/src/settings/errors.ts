import { CoxswainError } from "../base/index.ts";
/**
 * A setting, or a file of the person's own that Coxswain keeps, cannot be used as it is. The message is one line that
 * begins with the file, and the line and column where there is one, and says what to do. No file was changed.
 */
export class SettingsError extends CoxswainError {
  override readonly name = "SettingsError";
  readonly code = "settings";
  /** What else is wrong with the same file, or odd in it: such a line each. */
  readonly also: readonly string[];

  constructor(message: string, { also = [], ...options }: ErrorOptions & { readonly also?: readonly string[] } = {}) {
    super(message, options);
    this.also = also;
  }
}
