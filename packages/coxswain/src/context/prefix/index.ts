export { lintPrefix } from "./lint-prefix.ts";
export type { PrefixBreak, PrefixSegment, PromptPrefix } from "./prompt-prefix.ts";
export { hashedTools, type ToolHashes, type ToolsSentEntry, toolsSentState } from "./tools-sent-entry.ts";
