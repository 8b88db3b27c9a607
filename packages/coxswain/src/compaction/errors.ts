import { CoxswainError } from "../base/index.ts";

/**
 * Thrown when code inside a run requests a compaction and awaits it: compaction starts after the turn, which would then
 * never end.
 */
export class CompactionLaterError extends CoxswainError {
  override readonly name = "CompactionLaterError";
  readonly code = "compaction_later";

  constructor() {
    super("The conversation is compacted when this turn is over. What runs in the turn cannot wait for that.");
  }
}

/** Thrown when a compaction is requested with fewer than four messages since the last one. Nothing changes. */
export class NothingToCompactError extends CoxswainError {
  readonly code = "nothing_to_compact";
  override readonly name = "NothingToCompactError";
  constructor() {
    super("There is nothing to compact yet: fewer than 4 messages came since the conversation began or was compacted.");
  }
}

/** Thrown when a model's summary cannot replace the conversation. Nothing changes. */
export class BadSummaryError extends CoxswainError {
  readonly code = "bad_summary";
  override readonly name = "BadSummaryError";
}
