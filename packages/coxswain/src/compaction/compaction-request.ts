import type { CompactionEntry, CompactionReason, RequestContent } from "../context/index.ts";
import type { ModelInfo } from "../model/index.ts";

/** The next request as it would be sent now, and its model. */
export interface NextRequest {
  readonly model: ModelInfo;
  /** The active run. */
  readonly runId?: string;
  readonly sent: () => RequestContent;
}

/** Input, reason and limits of a compaction. */
export interface CompactionOrder {
  readonly reason: CompactionReason;
  readonly instructions?: string | undefined;
  /** The summary, if no model needs to write it. */
  readonly summary?: string | undefined;
  readonly next: NextRequest;
  /** Tokens of the next request, as it would be sent now. */
  readonly tokens: number;
}

/** Result of a compaction. */
export interface CompactionResult extends Pick<CompactionEntry, "id" | "firstPreserved" | "summary" | "model" | "usage" | "cost"> {
  /** Estimated tokens of the next request, before and after. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
