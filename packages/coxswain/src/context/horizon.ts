import type { Fold, Horizon } from "../log/index.ts";
import type { RunEndEntry, RunStartEntry } from "../loop/index.ts";
import { isCompaction } from "./compaction-entry.ts";
import { isReset } from "./reset-entry.ts";
import { isUncompact } from "./uncompact-entry.ts";

/** Of a path, the entries by their ids. */
interface Known extends Horizon {
  readonly reset: string | null;
  /** The compaction that holds; null also where one was taken back: which one held before it is on the path. */
  readonly compaction: { readonly id: string; readonly firstKept: string | null } | null;
  /** The beginning of the run that has not ended: one that is cut short goes on from there. */
  readonly runStart: string | null;
}

/**
 * What of a path its projection still needs, and a run that goes on: from the last reset or what the last compaction kept,
 * and from the beginning of that run. Without a reset or a compaction it needs all.
 */
export const horizon: Fold<Known> = {
  name: "needed",
  initial: { needed: [], reset: null, compaction: null, runStart: null },
  apply(state, entry) {
    if (isReset(entry)) return known({ ...state, reset: entry.id, compaction: null });
    if (isCompaction(entry)) return known({ ...state, compaction: { id: entry.id, firstKept: entry.firstKept } });
    if (isUncompact(entry)) return entry.target === state.compaction?.id ? known({ ...state, compaction: null }) : state;
    const { type, id } = entry as RunStartEntry | RunEndEntry;
    if (type === "run_start") return known({ ...state, runStart: id });
    return type === "run_end" ? known({ ...state, runStart: null }) : state;
  },
};

const known = ({ reset, compaction, runStart }: Omit<Known, "needed">): Known => {
  // The compaction besides what it kept: a log from another hand may name an entry there that comes later.
  const boundary = (compaction === null ? [reset] : [compaction.firstKept, compaction.id]).filter((id) => id !== null);
  const needed = boundary.length === 0 || runStart === null ? boundary : [...boundary, runStart];
  return { needed, reset, compaction, runStart };
};
