import type { Entry } from "../log/index.ts";
import { type CompactionEntry, isCompaction } from "./compaction-entry.ts";
import { isReset, sinceReset } from "./reset-entry.ts";
import { isUncompact } from "./uncompact-entry.ts";

/** The part of a path that the model sees. */
export interface Boundary {
  /** The compaction in effect; its summary precedes the entries. Undefined when there is none. */
  readonly compaction: CompactionEntry | undefined;
  /** In path order: the entries that the compaction preserved, and all later ones. Excludes compactions. */
  readonly entries: readonly Entry[];
}

/**
 * Returns the visible entries: those after the last reset, or from `firstKept` of the last compaction that was not
 * undone.
 */
export const sinceBoundary = (path: readonly Entry[]): Boundary => {
  const told = sinceReset(path);
  const compaction = lastCompaction(told);
  if (compaction === undefined) return { compaction, entries: told.some(isCompaction) ? told.filter(isOther) : told };
  const { firstKept } = compaction;
  const at = told.lastIndexOf(compaction);
  const kept = firstKept === null ? -1 : told.findLastIndex(({ id }, place) => place < at && id === firstKept);
  return { compaction, entries: told.slice(kept < 0 ? at : kept).filter(isOther) };
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
  const takenBack = new Set<string>();
  for (let at = path.length - 1; at >= 0; at--) {
    const entry = path[at] as Entry;
    if (isReset(entry)) return undefined;
    if (isUncompact(entry)) takenBack.add(entry.target);
    else if (isCompaction(entry) && !takenBack.has(entry.id)) return entry;
  }
  return undefined;
};

const isOther = (entry: Entry): boolean => !isCompaction(entry);
