export { lintPrefix } from "./lint-prefix.ts";
export type { PrefixBreak, PrefixSegment, PromptPrefix } from "./prompt-prefix.ts";
export { hashedTools, toolsSentState } from "./tools-sent-entry.ts";
export type { ToolHashes, ToolsSentEntry } from "./tools-sent-entry.ts";
