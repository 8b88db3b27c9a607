import type { Entry } from "../log/index.ts";
import { type CompactionEntry, isCompaction, isReset, sinceReset, isUncompact } from "./entries.ts";

/** The part of a path that the model sees. */
export interface Boundary {
  /** The compaction in effect; its summary precedes the entries. Undefined when there is none. */
  readonly compaction: CompactionEntry | undefined;
  /** In path order: the entries that the compaction preserved, and all later ones. Excludes compactions. */
  readonly entries: readonly Entry[];
}

/**
 * Returns the visible entries: those after the last reset, or from `firstPreserved` of the last compaction that was not
 * undone.
 */
export const sinceBoundary = (path: readonly Entry[]): Boundary => {
  const visible = sinceReset(path);
  const compaction = lastCompaction(visible);
  if (compaction === undefined) return { compaction, entries: visible.some(isCompaction) ? visible.filter(isOther) : visible };
  const { firstPreserved } = compaction;
  const at = visible.lastIndexOf(compaction);
  const firstIndex = firstPreserved === null ? -1 : visible.findLastIndex(({ id }, place) => place < at && id === firstPreserved);
  return { compaction, entries: visible.slice(firstIndex < 0 ? at : firstIndex).filter(isOther) };
};

/**
 * Returns the entries that can contribute messages, in the order in which the model sees them. The compaction in effect
 * comes first.
 */
export const visibleEntries = (path: readonly Entry[]): readonly Entry[] => {
  const { compaction, entries } = sinceBoundary(path);
  return compaction === undefined ? entries : [compaction, ...entries];
};

/** Returns the compaction in effect at the end of a path. Entries before the last reset are ignored. */
export const lastCompaction = (path: readonly Entry[]): CompactionEntry | undefined => {
  const undone = new Set<string>();
  for (let at = path.length - 1; at >= 0; at--) {
    const entry = path[at] as Entry;
    if (isReset(entry)) return undefined;
    if (isUncompact(entry)) undone.add(entry.target);
    else if (isCompaction(entry) && !undone.has(entry.id)) return entry;
  }
  return undefined;
};

const isOther = (entry: Entry): boolean => !isCompaction(entry);
