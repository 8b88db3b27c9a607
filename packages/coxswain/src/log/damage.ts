/** Something in a stored log that was not as it should be, and what was done about it. */
export interface Damage {
  /**
   * `torn`: the last line was cut off, as a killed process leaves it; set aside.
   * `line`: a line is no entry, or its entry does not say what those of its type say; passed over, but for whole entries
   * found inside it.
   * `duplicate`: a second entry with an id that was there already; passed over.
   * `orphan`: an entry names a parent that is not before it, and is attached to the entry before it; or it has no parent
   * though the leaf has not moved to null, and is attached to the leaf; or a leaf that is not before it, and the leaf stays.
   * `blob`: long content that the store keeps apart from its entry is missing or damaged; a text in its place says so.
   */
  readonly kind: "torn" | "line" | "duplicate" | "orphan" | "blob";
  /** Byte offset in the file, where the store has one. */
  readonly offset?: number;
  readonly detail: string;
}
