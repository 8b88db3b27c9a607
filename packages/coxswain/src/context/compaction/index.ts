export { type CompactionLimitOptions, type CompactionLimits, compactionLimits } from "./compaction-limits.ts";
export { type CompactionPlan, type CompactionPlanOptions, planCompaction } from "./plan-compaction.ts";
export { branchMessages } from "./branch-messages.ts";
export {
  branchSummaryJob,
  compactionJob,
  nextSummaryRequest,
  type SummaryAnswer,
  type SummaryJob,
  type SummaryJobOptions,
  type SummaryRequest,
} from "./summary-job.ts";
export { takeSummary } from "./take-summary.ts";
export { compactionDraft, type CompactionFacts } from "./compaction-draft.ts";
export { BadSummaryError, NothingToCompactError } from "./errors.ts";
export { recallTool, type RecallSource } from "./recall-tool.ts";
