export { findInstructions, type FoundInstructions } from "./find-instructions.ts";
export type { InstructionFilesOptions } from "./instruction-files-options.ts";
export { type SessionInstructions, sessionInstructions } from "./session-instructions.ts";
export { tellingTools } from "./telling-tools.ts";
