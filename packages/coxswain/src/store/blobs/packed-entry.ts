import { encode, type Entry } from "../../log/index.ts";

/**
 * Represents, in a log's line, a string stored outside of it. In a line, an object with the key `$blob` is always a
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
const MARK = '$blob":';

const ESCAPABLE = /^\$+blob$/;

const isReference = (value: object): value is Reference => Object.hasOwn(value, "$blob");

/** Escapes the keys of one object. Returns the same object if there are none to escape. */
const escapeKeys = (value: object): object => renameKeys(value, (key) => `$${key}`);

const unescapeKeys = (value: object): object => renameKeys(value, (key) => key.slice(1));

const renameKeys = (value: object, rename: (key: string) => string): object => {
  if (!Object.keys(value).some((key) => ESCAPABLE.test(key))) return value;
  // Not by assignment, which does not create a key `__proto__`.
  return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [ESCAPABLE.test(key) ? rename(key) : key, item]));
};

/** Maximum length of a string that stays in its line, in bytes of UTF-8. */
const INLINE_BYTES = 8 * 1024;

/** Stores bytes outside of the log, and returns their name. */
export type StoreBytes = (bytes: Buffer) => string;

/** Encodes an entry as a line, without its line end. Passes long strings to `store`. */
export const packEntry = (entry: Entry, store: StoreBytes): string => {
  const line = encodeWhole(entry);
  if (line !== undefined && isShort(line) && !line.includes(MARK)) return line;
  const replace = (_key: string, value: unknown): unknown => packValue(value, store);
  const fields = Object.entries(escapeKeys(entry)).map(([key, value]: [string, unknown]) => {
    const json = JSON.stringify(value, ENVELOPE.has(key) ? undefined : replace) as string | undefined;
    return json === undefined ? [] : [`${JSON.stringify(key)}:${json}`];
  });
  return `{${fields.flat().join(",")}}`;
};

/** Fields that readers without access to the content need too. */
const ENVELOPE: ReadonlySet<string> = new Set(["seq", "id", "parent", "at", "type"]);

/** Returns undefined if the line would exceed the maximum string length. */
const encodeWhole = (entry: Entry): string | undefined => {
  try {
    return encode(entry);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const isShort = (text: string): boolean =>
  text.length * 3 <= INLINE_BYTES || (text.length <= INLINE_BYTES && Buffer.byteLength(text) <= INLINE_BYTES);

const packValue = (value: unknown, store: StoreBytes): unknown => {
  // A lone surrogate has no UTF-8 encoding: the string would change.
  if (typeof value === "string") return isShort(value) || !value.isWellFormed() ? value : storeString(value, store);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? escapeKeys(value) : value;
};

const storeString = (text: string, store: StoreBytes): Reference => {
  const { bytes, as } = encodeContent(text);
  return { $blob: store(bytes), bytes: bytes.length, ...(as === undefined ? {} : { as }) };
};

/**
 * Resolves a reference of an entry to its string. Never rejects: lost content is replaced by a string that describes
 * the loss.
 */
export type ContentOf = (reference: Reference, entry: Entry) => Promise<string>;

/** Returns true if a line must be unpacked. All other lines contain their entries as they were appended. */
export const isPacked = (line: Buffer | string): boolean => line.includes(MARK);

/** Returns the entry as it was appended. Reuses the objects inside `packed`. */
export const unpackEntry = async (packed: Entry, contentOf: ContentOf): Promise<Entry> => {
  const { entry, slots } = unescapeEntry(packed);
  for (const { holder, key, reference } of slots) holder[key] = await contentOf(reference, packed);
  return Object.freeze(entry);
};

/** Synchronous `unpackEntry`, for callers that need little of the content or none. */
export const unpackEntrySync = (packed: Entry, contentOf: (reference: Reference) => string): Entry => {
  const { entry, slots } = unescapeEntry(packed);
  for (const { holder, key, reference } of slots) holder[key] = contentOf(reference);
  return Object.freeze(entry);
};

interface ReferenceSlot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly reference: Reference;
}

/** Unescapes the keys of an entry and collects its references. Not recursive, since entries may be nested deeply. */
const unescapeEntry = (packed: Entry): { readonly entry: Entry; readonly slots: readonly ReferenceSlot[] } => {
  const entry = { ...unescapeKeys(packed) } as Entry;
  const slots: ReferenceSlot[] = [];
  const holders = [entry as unknown as Record<string, unknown>];
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== "object" || value === null) continue;
      if (isReference(value)) {
        slots.push({ holder, key, reference: value });
        continue;
      }
      const inner = unescapeKeys(value);
      if (inner !== value) holder[key] = inner;
      holders.push(inner as Record<string, unknown>);
    }
  }
  return { entry, slots };
};

/** A string as the bytes of a blob. */
interface EncodedContent {
  readonly bytes: Buffer;
  readonly as?: "base64";
}

/** Encodes a string as the bytes of a blob. Base64 (images and similar) is decoded, which saves a third. */
const encodeContent = (text: string): EncodedContent => {
  const decoded = decodeBase64(text);
  return decoded === undefined ? { bytes: Buffer.from(text) } : { bytes: decoded, as: "base64" };
};

export const decodeContent = ({ bytes, as }: EncodedContent): string => bytes.toString(as ?? "utf8");

/** Checked first, so that most other strings are not decoded. */
const SAMPLE = /^[A-Za-z0-9+/]{64}/;

const decodeBase64 = (text: string): Buffer | undefined => {
  if (text.length % 4 !== 0 || !SAMPLE.test(text)) return undefined;
  const decoded = Buffer.from(text, "base64");
  return decoded.toString("base64") === text ? decoded : undefined;
};
