import { CoxswainError } from "../base/index.ts";
/** A compaction was asked for, and fewer than four messages came since the last one. Nothing was done. */
export class NothingToCompactError extends CoxswainError {
  readonly code = "nothing_to_compact";
  override readonly name = "NothingToCompactError";
  constructor() {
    super("There is nothing to compact yet: fewer than 4 messages came since the conversation began or was compacted.");
  }
}

/** What a model wrote cannot stand in place of the conversation. All is as it was. */
export class BadSummaryError extends CoxswainError {
  readonly code = "bad_summary";
  override readonly name = "BadSummaryError";
}
