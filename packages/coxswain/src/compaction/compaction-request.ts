import type { CompactionEntry, CompactionReason, RequestContent } from "../context/index.ts";
import type { ModelInfo } from "../model/index.ts";

/** A request as it would be made now, and of whom. */
export interface NextRequest {
  readonly model: ModelInfo;
  /** The run that goes on. */
  readonly runId?: string;
  readonly sent: () => RequestContent;
}

/** What is to be compacted, why and at what size. */
export interface CompactionOrder {
  readonly reason: CompactionReason;
  readonly instructions?: string | undefined;
  /** The summary itself, where no model is to be asked for one. */
  readonly summary?: string | undefined;
  readonly next: NextRequest;
  /** Of the next request, as it would be now. */
  readonly tokens: number;
}

/** What came of a compaction. */
export interface CompactionResult extends Pick<CompactionEntry, "id" | "firstKept" | "summary" | "model" | "usage" | "cost"> {
  /** Tokens of the next request, before and after, by estimate. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
