export { toolPreservers } from "./preservers.ts";
export type { Preserver } from "./preservers.ts";
export { compacted, systemPromptInLog, sessionCompaction } from "./session-compaction.ts";
export type { CompactionResult, NextRequest } from "./compact.ts";
export { Compaction } from "./compaction.ts";
export { BadSummaryError, CompactionLaterError, NothingToCompactError } from "./errors.ts";
export { InsideRun, RunCompaction } from "./run-compaction.ts";
export { recallTool } from "./recall.ts";
export type { SideModels } from "./summary-model.ts";
