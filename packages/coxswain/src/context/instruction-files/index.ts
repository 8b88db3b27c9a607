export { preservedInstructions } from "./carry-nested-instructions.ts";
export type { InstructionReading } from "./instruction-file.ts";
export { loadInstructions } from "./load-instructions.ts";
export type { Instructions } from "./load-instructions.ts";
export type { NestedInstructionsEntry } from "./nested-instructions-entry.ts";
export { nestedInstructionsState } from "./nested-instructions-state.ts";
export { nestedInstructionFiles, nestedInstructions } from "./nested-instructions.ts";
export type { NestedLimits } from "./nested-instructions.ts";
