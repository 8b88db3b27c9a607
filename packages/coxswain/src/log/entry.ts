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

/** Changes the session's folder from here on, because its project was moved. Applies to all branches. */
export interface RelocateEntry extends Entry {
  readonly type: "relocate";
  /** Absolute path. */
  readonly cwd: string;
  /** The folder before, absolute. Absent: an earlier version wrote the entry. */
  readonly from?: string;
}

export const isRelocate = (entry: Entry): entry is RelocateEntry => entry.type === "relocate";

/** A defect in a stored log, and how the reader handled it. */
export interface Damage {
  /**
   * `torn`: the last line is incomplete, for example after the process was killed. The reader sets it aside.
   * `line`: a line is not a valid entry, or the entry does not match its type. The reader skips it, except for valid
   * entries inside it.
   * `duplicate`: an entry repeats the id of an earlier entry. The reader skips it.
   * `orphan`: an entry names a parent that does not precede it, and is attached to the previous entry; or it has no
   * parent although the leaf was not moved to null, and is attached to the leaf; or it moves the leaf to an entry that
   * does not precede it, and the leaf does not change.
   * `blob`: long content that the store saves outside the entry is missing or damaged. A placeholder string replaces
   * it.
   */
  readonly kind: "torn" | "line" | "duplicate" | "orphan" | "blob";
  /** Byte offset in the file, for stores that have one. */
  readonly offset?: number;
  readonly detail: string;
}
