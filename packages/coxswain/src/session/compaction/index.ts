export type { CompactionOptions } from "./compaction-options.ts";
