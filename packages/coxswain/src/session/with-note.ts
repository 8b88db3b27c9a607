import { ModelError } from "../model/index.ts";

/** The same failure, with a sentence for people on what was done about it. */
export const withNote = (error: ModelError, note: string): ModelError => {
  const { code, message, status, retryAfter, cause } = error;
  const known = { ...(status === undefined ? {} : { status }), ...(retryAfter === undefined ? {} : { retryAfter }) };
  return new ModelError(code, `${message} ${note}`, { ...known, cause });
};
