import type { Fold, Horizon } from "../log/index.ts";
import { isMessage, type RunEndEntry, type RunStartEntry } from "../loop/index.ts";
import { isCompaction, isReset, isUncompact } from "./entries.ts";

/** Entries of a path, by id. */
interface HorizonState extends Horizon {
  readonly reset: string | null;
  /** The compaction in effect. Null also after one was undone: the path determines the one before it. */
  readonly compaction: { readonly id: string; readonly firstPreserved: string | null } | null;
  /** Start of the unfinished run, where an interrupted run resumes. */
  readonly runStart: string | null;
}

/**
 * The entries that a projection and a resumed run still need: those since the last reset or since `firstPreserved` of the
 * last compaction, and those since the start of the unfinished run. Without a reset or a compaction all entries are
 * needed.
 */
export const horizon: Fold<HorizonState> = {
  name: "needed",
  initial: { needed: [], reset: null, compaction: null, runStart: null },
  apply(state, entry) {
    if (isReset(entry)) return withNeeded({ ...state, reset: entry.id, compaction: null });
    if (isCompaction(entry)) return withNeeded({ ...state, compaction: { id: entry.id, firstPreserved: entry.firstPreserved } });
    if (isUncompact(entry)) return entry.target === state.compaction?.id ? withNeeded({ ...state, compaction: null }) : state;
    const { type, id } = entry as RunStartEntry | RunEndEntry;
    if (type === "run_start") return withNeeded({ ...state, runStart: id });
    return type === "run_end" ? withNeeded({ ...state, runStart: null }) : state;
  },
};

const withNeeded = ({ reset, compaction, runStart }: Omit<HorizonState, "needed">): HorizonState => {
  // Includes the compaction itself: in a log written by another program, `firstPreserved` may name a later entry.
  const boundary = (compaction === null ? [reset] : [compaction.firstPreserved, compaction.id]).filter((id) => id !== null);
  const needed = boundary.length === 0 || runStart === null ? boundary : [...boundary, runStart];
  return { needed, reset, compaction, runStart };
};

/** Turns of the recent part of a path. */
const RECENT_TURNS = 2;

interface RecentState extends Horizon {
  readonly horizon: HorizonState;
  /** First entries of the last turns: starts of runs, and messages of the user outside of a run. */
  readonly starts: readonly string[];
}

/** The part of the horizon that shows where a session is: all of it, or the last turns if every entry is needed. */
export const recentHorizon: Fold<RecentState> = {
  name: "recent",
  initial: { needed: [], horizon: horizon.initial, starts: [] },
  apply(state, entry) {
    const next = horizon.apply(state.horizon, entry);
    const isStart = entry.type === "run_start" || (next.runStart === null && isMessage(entry) && entry.message.role === "user");
    if (next === state.horizon && !isStart) return state;
    const starts = isStart ? [...state.starts, entry.id].slice(-RECENT_TURNS) : state.starts;
    const recent = starts.length < RECENT_TURNS ? [] : starts.slice(0, 1);
    return { needed: next.needed.length > 0 ? next.needed : recent, horizon: next, starts };
  },
};
