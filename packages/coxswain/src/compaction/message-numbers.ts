import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { isBranchSummary, isShell, lastCompaction, sinceReset } from "../context/index.ts";

/** A message of the conversation by its number, which a summary points to. */
export interface Numbered {
  readonly number: number;
  readonly entry: Entry;
}

/**
 * The messages since the last reset, and what else was told as one, counted from 1. Not by their seqs: another session that
 * this one is forked into has others. Where the path is not at hand from its beginning, the last compaction says how many
 * there were.
 */
export const numbered = (path: readonly Entry[]): readonly Numbered[] => {
  const entries = sinceReset(path).filter(counts);
  const first = 1 + missing(path);
  return entries.map((entry, at) => ({ number: first + at, entry }));
};

const counts = (entry: Entry): boolean => isMessage(entry) || isBranchSummary(entry) || (isShell(entry) && entry.include);

/** How many were before those at hand. */
const missing = (path: readonly Entry[]): number => {
  const compaction = lastCompaction(path);
  const covered = compaction?.covers?.to;
  if (compaction === undefined || covered === undefined || !Number.isSafeInteger(covered)) return 0;
  const boundary = path.findIndex(({ id }) => id === compaction.firstKept || id === compaction.id);
  return Math.max(0, covered - sinceReset(path.slice(0, boundary)).filter(counts).length);
};
