import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/** Who or what wanted it: a person or a program, a context that is nearly full, or a provider that refused one as too long. */
export type CompactionReason = "manual" | "threshold" | "overflow";

/** Something that goes through a compaction word for word. */
export interface PreservedSection {
  /** What it is, as `prompt` or `files`. */
  readonly name: string;
  readonly text: string;
}

/** Messages of a conversation by their numbers, both ends included. They are counted from 1 since the last reset. */
export interface MessageRange {
  readonly from: number;
  readonly to: number;
}

/** From here on the model is told a summary in place of what came before `firstKept`. The log keeps it all. */
export interface CompactionEntry extends Entry {
  readonly type: "compaction";
  /** With pointers to what it was made of, as `[messages 3-17]`. */
  readonly summary: string;
  /** The first entry that is still told as it is; null: none before this one. */
  readonly firstKept: string | null;
  /** What the summary stands for. */
  readonly covers: MessageRange;
  readonly preserved: readonly PreservedSection[];
  /** Of the conversation before it, by estimate. */
  readonly tokensBefore: number;
  /** Of the message that tells the summary and what is carried, by estimate. */
  readonly summaryTokens: number;
  readonly reason: CompactionReason;
  /** What the summary was to heed besides. */
  readonly instructions?: string;
  /** Reference of the model that wrote it; `hook`: a hook gave it. */
  readonly model: string;
  /** Of all the requests that it took. */
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

/** A log from another hand may hold anything; a compaction that says nothing hides nothing. */
export const isCompaction = (entry: Entry): entry is CompactionEntry => {
  const { type, summary, preserved } = entry as Partial<CompactionEntry>;
  return type === "compaction" && typeof summary === "string" && Array.isArray(preserved);
};
