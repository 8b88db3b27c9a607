export { builtinTools, type ToolFactory } from "./builtin-tools.ts";
export { bashTool } from "./bash.ts";
export { editTool } from "./edit.ts";
export { globTool } from "./glob.ts";
export { grepTool } from "./grep.ts";
export { lsTool } from "./ls.ts";
export { readTool } from "./read.ts";
export { writeTool } from "./write.ts";
export type { FileSeenEntry } from "./files-seen.ts";
