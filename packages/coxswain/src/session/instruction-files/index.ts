export { withNestedInstructions } from "./nested-instructions-tools.ts";
export { findInstructions, sessionInstructions } from "./session-instructions.ts";
export type { FoundInstructions, InstructionFilesOptions, SessionInstructions } from "./session-instructions.ts";
