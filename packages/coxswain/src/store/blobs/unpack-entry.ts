import type { Entry } from "../../log/index.ts";
import { isReference, MARK, type Reference, unescapeKeys } from "./reference.ts";

/** The text that a reference of an entry stands for. Never rejects: for content that is lost there is a text that says so. */
export type ContentOf = (reference: Reference, entry: Entry) => Promise<string>;

/** Whether a line's entry has to be unpacked. All others are as they were appended. */
export const isPacked = (line: Buffer | string): boolean => line.includes(MARK);

/** The entry that was appended, of one that was decoded from a line. What is inside of the latter is used for it. */
export const unpackEntry = async (packed: Entry, contentOf: ContentOf): Promise<Entry> => {
  const { entry, places } = opened(packed);
  for (const { holder, key, reference } of places) holder[key] = await contentOf(reference, packed);
  return Object.freeze(entry);
};

/** The same at once, for those who need little of the content or none. */
export const unpackEntrySync = (packed: Entry, textOf: (reference: Reference) => string): Entry => {
  const { entry, places } = opened(packed);
  for (const { holder, key, reference } of places) holder[key] = textOf(reference);
  return Object.freeze(entry);
};

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly reference: Reference;
}

/** Gives the objects of an entry their own keys, and tells where references are. Without recursion: a line may be nested deeply. */
const opened = (packed: Entry): { readonly entry: Entry; readonly places: readonly Place[] } => {
  const entry = { ...unescapeKeys(packed) } as Entry;
  const places: Place[] = [];
  const holders = [entry as unknown as Record<string, unknown>];
  for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value !== "object" || value === null) continue;
      if (isReference(value)) {
        places.push({ holder, key, reference: value });
        continue;
      }
      const inner = unescapeKeys(value);
      if (inner !== value) holder[key] = inner;
      holders.push(inner as Record<string, unknown>);
    }
  }
  return { entry, places };
};
