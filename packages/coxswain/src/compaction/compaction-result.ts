import type { CompactionEntry } from "../context/index.ts";

/** What came of a compaction. */
export interface CompactionResult extends Pick<CompactionEntry, "id" | "firstKept" | "summary" | "model" | "usage" | "cost"> {
  /** Tokens of the next request, before and after, by estimate. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
