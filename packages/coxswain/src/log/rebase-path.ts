import { isCheckpoint } from "./checkpoint.ts";
import { type Entry, isRelocate } from "./entry.ts";

/**
 * Copies a path as the start of another log: renumbers it and attaches each entry to the previous one. Omits
 * relocations and checkpoints, because they do not apply to the other session.
 */
export const rebasePath = (path: readonly Entry[]): Entry[] =>
  path
    .filter((entry) => !isRelocate(entry) && !isCheckpoint(entry))
    .map((entry, seq, entries) => Object.freeze({ ...entry, seq, parent: entries[seq - 1]?.id ?? null }));
