import type { Entry } from "../log/index.ts";
import type { Usage } from "../model/index.ts";

/** The conversation went back to an earlier place: what was done on the branch that it left, for the model to know. */
export interface BranchSummaryEntry extends Entry {
  readonly type: "branch_summary";
  readonly summary: string;
  /** The last entry of the branch that was left. */
  readonly from: string;
  /** Reference of the model that wrote it. */
  readonly model: string;
  /** Of all the requests that it took. */
  readonly usage: Usage;
  /** USD, best effort; absent when the model has no known price. */
  readonly cost?: number;
}

/** A log from another hand may hold anything. */
export const isBranchSummary = (entry: Entry): entry is BranchSummaryEntry =>
  entry.type === "branch_summary" && typeof (entry as Partial<BranchSummaryEntry>).summary === "string";
