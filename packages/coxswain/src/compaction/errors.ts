import { CoxswainError } from "../base/index.ts";

/** Something that runs in a run asked for a compaction, and waited for it: it comes when the turn is over, which would then never be. */
export class CompactionLaterError extends CoxswainError {
  override readonly name = "CompactionLaterError";
  readonly code = "compaction_later";

  constructor() {
    super("The conversation is compacted when this turn is over. What runs in the turn cannot wait for that.");
  }
}

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
