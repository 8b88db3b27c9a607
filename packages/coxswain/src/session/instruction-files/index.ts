export { findInstructions } from "./find-instructions.ts";
export type { FoundInstructions } from "./find-instructions.ts";
export type { InstructionFilesOptions } from "./instruction-files-options.ts";
export { sessionInstructions } from "./session-instructions.ts";
export type { SessionInstructions } from "./session-instructions.ts";
export { tellingTools } from "./telling-tools.ts";
