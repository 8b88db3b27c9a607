import { ModelError } from "./errors.ts";

/** Copies an error and appends a sentence for the user about how the caller handled it. */
export const withNote = (error: ModelError, note: string): ModelError => {
  const { code, message, status, retryAfter, cause } = error;
  const known = { ...(status === undefined ? {} : { status }), ...(retryAfter === undefined ? {} : { retryAfter }) };
  return new ModelError(code, `${sentence(message)} ${note}`, { ...known, cause });
};

/** A provider's message at the end is often not a full sentence. */
const sentence = (text: string): string => (/[.!?…]["')\]]?$/.test(text) ? text : `${text}.`);
