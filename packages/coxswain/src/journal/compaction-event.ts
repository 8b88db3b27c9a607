import type { CompactionEntry, CompactionReason } from "../context/index.ts";
import type { RunError } from "../loop/index.ts";

/** What is told of compaction. */
export type CompactionEvent =
  /** A summary is about to be asked for. `tokens`: of the next request, as it would be now. */
  | { readonly type: "compaction_start"; readonly reason: CompactionReason; readonly tokens: number }
  /** Always after `compaction_start`. The entry is in the log; the tokens are of the next request, by estimate. */
  | {
      readonly type: "compaction_end";
      readonly reason: CompactionReason;
      readonly entry: CompactionEntry;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  /** All is as it was before. With the code `log_write` it holds, but the store does not have it yet. */
  | { readonly type: "compaction_end"; readonly reason: CompactionReason; readonly error: RunError }
  | { readonly type: "compaction_end"; readonly reason: CompactionReason; readonly aborted: true }
  /** The window has filled up to the threshold of advice: once for each crossing. Nothing is done about it. `percent`: 0 to 100, rounded. */
  | { readonly type: "compaction_request"; readonly source: "threshold"; readonly percent: number };
