import type { Entry } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { isBranchSummary, isShell, lastCompaction, sinceReset } from "../context/index.ts";

/** Message of the conversation with its number, to which a summary points. */
export interface Numbered {
  readonly number: number;
  readonly entry: Entry;
}

/**
 * Numbers the messages since the last reset, and other entries that the model received as messages, from 1. The numbers
 * differ from the seqs, because a fork has other seqs. If the start of the path is not available, the last compaction
 * supplies the number of earlier messages.
 */
export const numbered = (path: readonly Entry[]): readonly Numbered[] => {
  const entries = sinceReset(path).filter(counts);
  const first = 1 + missing(path);
  return entries.map((entry, at) => ({ number: first + at, entry }));
};

const counts = (entry: Entry): boolean => isMessage(entry) || isBranchSummary(entry) || (isShell(entry) && entry.include);

/** Returns the number of messages before the available ones. */
const missing = (path: readonly Entry[]): number => {
  const compaction = lastCompaction(path);
  if (compaction === undefined) return 0;
  const boundary = path.findIndex(({ id }) => id === compaction.firstPreserved || id === compaction.id);
  return Math.max(0, compaction.covers.to - sinceReset(path.slice(0, boundary)).filter(counts).length);
};
