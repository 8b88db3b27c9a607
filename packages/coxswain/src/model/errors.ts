import { CoxswainError } from "../base/index.ts";
/**
 * What a failed request means for the one who sent it. `transient`: the same request may succeed later. `overflow`: it
 * is longer than the model's window. `auth`: the key is missing, wrong or may not do this. `quota`: the account has no
 * more credit. `invalid`: the request can never succeed as it is. `refused`: the provider will not answer this.
 * `aborted`: the caller ended it.
 */
export type ErrorClass = "transient" | "overflow" | "auth" | "quota" | "invalid" | "refused" | "aborted";

/** A request to a model failed. `code` is its class, and says what can be done. */
export class ModelError extends CoxswainError {
  override readonly name = "ModelError";
  readonly code: ErrorClass;
  /** HTTP status, where there was a response. */
  readonly status: number | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorClass,
    message: string,
    options: { readonly status?: number; readonly retryAfter?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }
}

/** There is no key for a model's provider. */
export class MissingApiKeyError extends CoxswainError {
  override readonly name = "MissingApiKeyError";
  readonly code = "missing_api_key";
  readonly provider: string;

  constructor(provider: string, hint: string) {
    super(`No API key for ${provider}. ${hint}`);
    this.provider = provider;
  }
}

/** No model goes by that reference. */
export class UnknownModelError extends CoxswainError {
  override readonly name = "UnknownModelError";
  readonly code = "unknown_model";
  readonly reference: string;

  constructor(reference: string, hint: string) {
    super(`No model "${reference}". ${hint}`);
    this.reference = reference;
  }
}
