import { CoxswainError } from "../base/index.ts";

/**
 * Thrown when code inside a run requests a compaction and awaits it: compaction starts after the turn, which would then
 * never end.
 */
export class CompactionLaterError extends CoxswainError {
  override readonly name = "CompactionLaterError";
  readonly code = "compaction_later";

  constructor() {
    super("Compaction starts after this turn. Code that runs within the turn cannot await it.");
  }
}

/** Thrown when a compaction is requested with fewer than four messages since the last one. Nothing changes. */
export class NothingToCompactError extends CoxswainError {
  readonly code = "nothing_to_compact";
  override readonly name = "NothingToCompactError";
  constructor() {
    super("Nothing to compact: fewer than 4 messages since the start of the conversation or the last compaction.");
  }
}

/** Thrown when a model's summary cannot replace the conversation. Nothing changes. */
export class BadSummaryError extends CoxswainError {
  readonly code = "bad_summary";
  override readonly name = "BadSummaryError";
}
