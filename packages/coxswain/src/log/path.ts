import type { Entry } from "./entry.ts";

/**
 * A list of entries that grows in place. While `revision` stays the same, entries are only added at the end, so a result
 * computed from the first N entries remains valid: cache it by revision and length. Any other change has a new revision.
 */
export interface EntryList {
  readonly entries: readonly Entry[];
  readonly revision: symbol;
}

/** The loaded entries up to a leaf, first to last. */
export type Path = EntryList;

export const entryList = (entries: readonly Entry[]): EntryList => ({ entries, revision: Symbol("revision") });
