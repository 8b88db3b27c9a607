import { CoxswainError } from "../base/index.ts";

/**
 * Classes of failed requests, by what the caller can do. `transient`: the same request may succeed later. `overflow`:
 * the request exceeds the model's window. `auth`: the key is missing, wrong or lacks permission. `quota`: the account
 * has no credit. `invalid`: the request can never succeed unchanged. `refused`: the provider declines to answer.
 * `aborted`: the caller aborted the request.
 */
export type ErrorClass = "transient" | "overflow" | "auth" | "quota" | "invalid" | "refused" | "aborted";

/** A request to a model failed. `code` is the error class. */
export class ModelError extends CoxswainError {
  override readonly name = "ModelError";
  readonly code: ErrorClass;
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** Delay that the provider requested, in milliseconds. */
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

/** The model's provider has no key. */
export class MissingApiKeyError extends CoxswainError {
  override readonly name = "MissingApiKeyError";
  readonly code = "missing_api_key";
  readonly provider: string;

  constructor(provider: string, hint: string) {
    super(`No API key for ${provider}. ${hint}`);
    this.provider = provider;
  }
}

/** No model matches the reference. */
export class UnknownModelError extends CoxswainError {
  override readonly name = "UnknownModelError";
  readonly code = "unknown_model";
  readonly reference: string;

  constructor(reference: string, hint: string) {
    super(`No model "${reference}". ${hint}`);
    this.reference = reference;
  }
}

/** Copies an error and appends a sentence for the user about how the caller handled it. */
export const appendNote = (error: ModelError, note: string): ModelError => {
  const { code, message, status, retryAfter, cause } = error;
  const optional = { ...(status === undefined ? {} : { status }), ...(retryAfter === undefined ? {} : { retryAfter }) };
  return new ModelError(code, `${sentence(message)} ${note}`, { ...optional, cause });
};

/** A provider's message at the end is often not a full sentence. */
const sentence = (text: string): string => (/[.!?…]["')\]]?$/.test(text) ? text : `${text}.`);
