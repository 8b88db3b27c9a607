import { CoxswainError } from "../base/index.ts";
/**
 * A setting, or a user file that Coxswain maintains, is unusable. The message is one line: the file, the line and
 * column if available, and how to fix it. No file was changed.
 */
export class SettingsError extends CoxswainError {
  override readonly name = "SettingsError";
  readonly code = "settings";
  /** Other errors and warnings for the same file, one line each. */
  readonly also: readonly string[];

  constructor(message: string, { also = [], ...options }: ErrorOptions & { readonly also?: readonly string[] } = {}) {
    super(message, options);
    this.also = also;
  }
}
