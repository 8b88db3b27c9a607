import { type Entry, isCheckpoint, isLeaf, type LeafEntry } from "../log/index.ts";

/**
 * Entries without what is derived from them and holds in their own file alone. What followed a checkpoint follows what
 * came before it. From another hand a checkpoint would be a state that the entries do not have.
 */
export async function* withoutCheckpoints(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const parents = new Map<string, string | null>();
  const standing = (id: string | null): string | null => {
    let at = id;
    while (at !== null && parents.has(at)) at = parents.get(at) ?? null;
    return at;
  };
  for await (const entry of entries) {
    const parent = standing(entry.parent);
    if (isCheckpoint(entry)) {
      if (entry.id !== parent && !parents.has(entry.id)) parents.set(entry.id, parent);
    } else yield withPlace(entry, parent, standing);
  }
}

const withPlace = (entry: Entry, parent: string | null, standing: (id: string | null) => string | null): Entry => {
  if (isLeaf(entry)) {
    const to = standing(entry.to);
    return parent === entry.parent && to === entry.to ? entry : Object.freeze<LeafEntry>({ ...entry, parent, to });
  }
  return parent === entry.parent ? entry : Object.freeze({ ...entry, parent });
};
