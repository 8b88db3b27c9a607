import { type Entry, isLeaf } from "../../log/index.ts";

/**
 * Returns only the fields that determine an entry's position in the tree, so that a long session's content is not
 * retained.
 */
export const outline = (entry: Entry): Entry => {
  const { seq, id, parent, at, type } = entry;
  return { seq, id, parent, at, type, ...(isLeaf(entry) ? { to: entry.to } : {}) };
};
