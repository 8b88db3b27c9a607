import type { Entry } from "../../log/index.ts";
import { isReference, MARK, type Reference, unescapeKeys } from "./reference.ts";

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
export const unpackEntrySync = (packed: Entry, textOf: (reference: Reference) => string): Entry => {
  const { entry, slots } = unescapeEntry(packed);
  for (const { holder, key, reference } of slots) holder[key] = textOf(reference);
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
