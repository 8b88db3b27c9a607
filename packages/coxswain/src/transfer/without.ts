import { type Entry, isLeaf, type LeafEntry } from "../log/index.ts";

/** Removes entries and attaches their children to the nearest remaining ancestor. */
export async function* without(entries: AsyncIterable<Entry>, goes: (entry: Entry) => boolean): AsyncGenerator<Entry> {
  const parents = new Map<string, string | null>();
  const standing = (id: string | null): string | null => {
    let at = id;
    while (at !== null && parents.has(at)) at = parents.get(at) ?? null;
    return at;
  };
  for await (const entry of entries) {
    const parent = standing(entry.parent);
    if (!goes(entry)) yield placed(entry, parent, standing);
    // Ignores self references: a parent must precede its child.
    else if (!parents.has(entry.id) && parent !== entry.id) parents.set(entry.id, parent);
  }
}

const placed = (entry: Entry, parent: string | null, standing: (id: string | null) => string | null): Entry => {
  if (isLeaf(entry)) {
    const to = standing(entry.to);
    return parent === entry.parent && to === entry.to ? entry : Object.freeze<LeafEntry>({ ...entry, parent, to });
  }
  return parent === entry.parent ? entry : Object.freeze({ ...entry, parent });
};
