export { toolCarriers } from "./carriers.ts";
export { compacted } from "./compacted.ts";
export { Compaction, type NextRequest } from "./compaction.ts";
export type { CompactionResult } from "./compaction-result.ts";
export { CompactionLaterError } from "./errors.ts";
export { InsideRun } from "./inside-run.ts";
export { keptSystem } from "./kept-system.ts";
export { RunCompaction } from "./run-compaction.ts";
export { sessionCompaction } from "./session-compaction.ts";
