import type { Entry } from "../log/index.ts";

/** Undoes a compaction: the model sees the summarized entries again, back to the previous compaction. */
export interface UncompactEntry extends Entry {
  readonly type: "uncompact";
  /** Id of the compaction. */
  readonly target: string;
}

export const isUncompact = (entry: Entry): entry is UncompactEntry => entry.type === "uncompact";
