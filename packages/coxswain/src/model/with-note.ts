import { ModelError } from "./errors.ts";

/** The same failure, with a sentence for people on what was done about it. */
export const withNote = (error: ModelError, note: string): ModelError => {
  const { code, message, status, retryAfter, cause } = error;
  const known = { ...(status === undefined ? {} : { status }), ...(retryAfter === undefined ? {} : { retryAfter }) };
  return new ModelError(code, `${sentence(message)} ${note}`, { ...known, cause });
};

/** A provider's own words, which a message may end in, are often no whole sentence. */
const sentence = (text: string): string => (/[.!?…]["')\]]?$/.test(text) ? text : `${text}.`);
