export { compactionLimits } from "./compaction-limits.ts";
export { type CompactionPlan, planCompaction } from "./plan-compaction.ts";
export { branchMessages } from "./branch-messages.ts";
export { branchSummaryJob, compactionJob, nextSummaryRequest, type SummaryAnswer, type SummaryJob } from "./summary-job.ts";
export { givenSummary, takeSummary } from "./take-summary.ts";
export { compactionDraft } from "./compaction-draft.ts";
export { BadSummaryError, NothingToCompactError } from "./errors.ts";
export { recallTool } from "./recall-tool.ts";
