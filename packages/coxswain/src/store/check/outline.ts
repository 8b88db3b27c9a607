import { type Entry, isLeaf } from "../../log/index.ts";

/** What of an entry its place depends on: of a long session's content nothing is held. */
export const outline = (entry: Entry): Entry => {
  const { seq, id, parent, at, type } = entry;
  return { seq, id, parent, at, type, ...(isLeaf(entry) ? { to: entry.to } : {}) };
};
