import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/** Summary of an abandoned branch, for the model: the conversation went back to an earlier entry. */
export interface BranchSummaryEntry extends Entry {
  readonly type: "branch_summary";
  readonly summary: string;
  /** The last entry of the abandoned branch. */
  readonly from: string;
  /** Reference of the model that wrote the summary. */
  readonly model: string;
  /** Total over all requests for the summary. */
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

/** Validates the field as well: a log written by another program may contain anything. */
export const isBranchSummary = (entry: Entry): entry is BranchSummaryEntry =>
  entry.type === "branch_summary" && typeof (entry as Partial<BranchSummaryEntry>).summary === "string";
