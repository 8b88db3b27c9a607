import { isCheckpoint } from "./checkpoint.ts";
import type { Entry } from "./entry.ts";
import { isRelocate } from "./relocate-entry.ts";

/**
 * A path as the beginning of another log: numbered anew, each entry on the one before it, all else as it was. Where the
 * one session went, and where its entries stand, says nothing of the other.
 */
export const rebasePath = (path: readonly Entry[]): Entry[] =>
  path
    .filter((entry) => !isRelocate(entry) && !isCheckpoint(entry))
    .map((entry, seq, kept) => Object.freeze({ ...entry, seq, parent: kept[seq - 1]?.id ?? null }));
