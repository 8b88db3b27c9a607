import type { Entry } from "../log/index.ts";
import { type CompactionEntry, isCompaction } from "./compaction-entry.ts";
import { isReset, sinceReset } from "./reset-entry.ts";
import { isUncompact } from "./uncompact-entry.ts";

/** What of a path a model is told. */
export interface Boundary {
  /** The one that holds: its summary stands before the entries. Undefined: there is none. */
  readonly compaction: CompactionEntry | undefined;
  /** In their order: those that the compaction kept, and all that came after it. No compaction is among them. */
  readonly entries: readonly Entry[];
}

/** The entries that are told, from the last reset on, or from what the last compaction kept that was not taken back. */
export const sinceBoundary = (path: readonly Entry[]): Boundary => {
  const told = sinceReset(path);
  const compaction = lastCompaction(told);
  if (compaction === undefined) return { compaction, entries: told.some(isCompaction) ? told.filter(isOther) : told };
  const { firstKept } = compaction;
  const at = told.lastIndexOf(compaction);
  const kept = firstKept === null ? -1 : told.findLastIndex(({ id }, place) => place < at && id === firstKept);
  return { compaction, entries: told.slice(kept < 0 ? at : kept).filter(isOther) };
};

/** What says something to a model on a path, in the order in which it is told: the compaction that holds is the first. */
export const toldOn = (path: readonly Entry[]): readonly Entry[] => {
  const { compaction, entries } = sinceBoundary(path);
  return compaction === undefined ? entries : [compaction, ...entries];
};

/** The compaction that holds at the end of a path, which is not looked at before its last reset. */
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
