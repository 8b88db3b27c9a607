/**
 * Stands in a log's line for a string stored outside of it. In a line, an object with the key `$blob` is always a
 * reference. A key of that form in an entry is escaped with one more `$`.
 */
export interface Reference {
  /** `sha256-` and the hash of the blob's bytes. */
  readonly $blob: string;
  /** Size of the blob. */
  readonly bytes: number;
  /** `base64`: the string is the base64 encoding of the bytes. Default: the bytes are the string in UTF-8. */
  readonly as?: "base64";
}

/** Part of every line with a reference or an escaped key. JSON never escapes these characters. */
export const MARK = '$blob":';

const OURS = /^\$+blob$/;

export const isReference = (value: object): value is Reference => Object.hasOwn(value, "$blob");

/** Escapes the keys of one object. Returns the same object if there are none to escape. */
export const escapeKeys = (value: object): object => renameKeys(value, (key) => `$${key}`);

export const unescapeKeys = (value: object): object => renameKeys(value, (key) => key.slice(1));

const renameKeys = (value: object, rename: (key: string) => string): object => {
  if (!Object.keys(value).some((key) => OURS.test(key))) return value;
  // Not by assignment, which does not create a key `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [OURS.test(key) ? rename(key) : key, item]));
};
