import type { Fold, Horizon } from "../log/index.ts";
import type { RunEndEntry, RunStartEntry } from "../loop/index.ts";
import { isCompaction } from "./compaction-entry.ts";
import { isReset } from "./reset-entry.ts";
import { isUncompact } from "./uncompact-entry.ts";

/** Entries of a path, by id. */
interface Known extends Horizon {
  readonly reset: string | null;
  /** The compaction in effect. Null also after one was undone: the path determines the one before it. */
  readonly compaction: { readonly id: string; readonly firstKept: string | null } | null;
  /** Start of the unfinished run, where an interrupted run resumes. */
  readonly runStart: string | null;
}

/**
 * The entries that a projection and a resumed run still need: those since the last reset or since `firstKept` of the
 * last compaction, and those since the start of the unfinished run. Without a reset or a compaction all entries are
 * needed.
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
  // Includes the compaction itself: in a log written by another program, `firstKept` may name a later entry.
  const boundary = (compaction === null ? [reset] : [compaction.firstKept, compaction.id]).filter((id) => id !== null);
  const needed = boundary.length === 0 || runStart === null ? boundary : [...boundary, runStart];
  return { needed, reset, compaction, runStart };
};
