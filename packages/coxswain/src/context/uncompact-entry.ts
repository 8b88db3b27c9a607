import type { Entry } from "../log/index.ts";

/** A compaction is taken back: what it summarised is told again, down to the compaction before it. */
export interface UncompactEntry extends Entry {
  readonly type: "uncompact";
  /** The compaction. */
  readonly target: string;
}

export const isUncompact = (entry: Entry): entry is UncompactEntry => entry.type === "uncompact";
