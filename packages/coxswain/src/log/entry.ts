/**
 * One fact of a session in the log. A folder that reads a kind of entry declares it by extending this interface with a
 * literal `type`. The log itself interprets only `leaf`.
 */
export interface Entry {
  /** Position in the log, counted from 0. A gap marks an entry that was lost or rejected. */
  readonly seq: number;
  /** Unique within the session. */
  readonly id: string;
  /** Id of the parent entry; null for the first entry of a branch. */
  readonly parent: string | null;
  /** Milliseconds since the epoch, for display only. The position in the log defines the order, not the clock. */
  readonly at: number;
  readonly type: string;
}

/** An entry before the log stamps it. The caller sets `id` when it needs the id beforehand. */
export type Draft<E extends Entry = Entry> = E extends Entry ? Omit<E, "seq" | "id" | "parent" | "at"> & { readonly id?: string } : never;

/**
 * Moves the leaf: the next entry attaches to `to`, or starts a new root if `to` is null. A leaf entry is not part of
 * any path.
 */
export interface LeafEntry extends Entry {
  readonly type: "leaf";
  readonly to: string | null;
}

export const isLeaf = (entry: Entry): entry is LeafEntry => entry.type === "leaf";

/**
 * Highest sequence number that leaves room for later entries. Entries after a higher one could be written but not read
 * again.
 */
const LAST_SEQ = 2 ** 52;

/** Returns true if sequence numbers remain for later entries. In a valid log this is always true. */
export const isNumbered = ({ seq }: Entry): boolean => seq <= LAST_SEQ;
