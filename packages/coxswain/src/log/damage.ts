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
