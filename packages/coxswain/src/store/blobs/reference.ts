/**
 * What stands in a log's line for a text that is kept outside of it. In a line, an object with the key `$blob` is always a
 * reference: a key of that form that an entry has itself is written with one more `$`.
 */
export interface Reference {
  /** `sha256-` and the hash of the blob's bytes. */
  readonly $blob: string;
  /** Of the blob. */
  readonly bytes: number;
  /** The text is the base64 of the bytes. Absent: the bytes are its UTF-8. */
  readonly as?: "base64";
}

/** In each line with a reference or an escaped key. JSON escapes no character of it. */
export const MARK = '$blob":';

const OURS = /^\$+blob$/;

export const isReference = (value: object): value is Reference => Object.hasOwn(value, "$blob");

/** An object of a line's entry, or of the entry's as its line has it: the same object when no key is of our form. */
export const escapeKeys = (value: object): object => renameKeys(value, (key) => `$${key}`);

export const unescapeKeys = (value: object): object => renameKeys(value, (key) => key.slice(1));

const renameKeys = (value: object, rename: (key: string) => string): object => {
  if (!Object.keys(value).some((key) => OURS.test(key))) return value;
  // Not by assignment, for which `__proto__` is no key.
  return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [OURS.test(key) ? rename(key) : key, item]));
};
