import type { Entry } from "./entry.ts";

/** A path as the beginning of another log: numbered anew, each entry on the one before it, all else as it was. */
export const transplant = (path: readonly Entry[]): Entry[] =>
  path.map((entry, seq) => Object.freeze({ ...entry, seq, parent: path[seq - 1]?.id ?? null }));
