import { CoxswainError } from "../base/index.ts";
/** Something that runs in a run asked for a compaction, and waited for it: it comes when the turn is over, which would then never be. */
export class CompactionLaterError extends CoxswainError {
  override readonly name = "CompactionLaterError";
  readonly code = "compaction_later";

  constructor() {
    super("The conversation is compacted when this turn is over. What runs in the turn cannot wait for that.");
  }
}
