import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/**
 * Trigger of a compaction: a user or a program, a nearly full context, or a provider's rejection of a context as too
 * long.
 */
export type CompactionReason = "manual" | "threshold" | "overflow";

/** A section that a compaction preserves word for word. */
export interface PreservedSection {
  /** Section name, such as `prompt` or `files`. */
  readonly name: string;
  readonly text: string;
}

/** A range of messages, both ends included. Messages are numbered from 1 since the last reset. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

/** From this entry on, the model sees a summary instead of the entries before `firstKept`. The log retains them. */
export interface CompactionEntry extends Entry {
  readonly type: "compaction";
  /** Contains pointers to its sources, such as `[messages 3-17]`. */
  readonly summary: string;
  /** The first entry that the model still sees unchanged. Null: no earlier entry. */
  readonly firstKept: string | null;
  /** The messages that the summary replaces. */
  readonly covers: MessageRange;
  readonly preserved: readonly PreservedSection[];
  /** Estimated size of the conversation before the compaction. */
  readonly tokensBefore: number;
  /** Estimated size of the message with the summary and the preserved sections. */
  readonly summaryTokens: number;
  readonly reason: CompactionReason;
  /** Additional instructions for the summary. */
  readonly instructions?: string;
  /** Reference of the model that wrote the summary, or `hook` when a hook supplied it. */
  readonly model: string;
  /** Total over all requests for the summary. */
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

/**
 * Validates the fields as well: a log written by another program may contain anything, and a compaction without a
 * summary must not hide entries.
 */
export const isCompaction = (entry: Entry): entry is CompactionEntry => {
  const { type, summary, preserved } = entry as Partial<CompactionEntry>;
  return type === "compaction" && typeof summary === "string" && Array.isArray(preserved);
};
