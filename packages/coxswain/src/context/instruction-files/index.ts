export type { InstructionReading } from "./instruction-file.ts";
export { type Instructions, loadInstructions } from "./load-instructions.ts";
export { type NestedInstructionsEntry } from "./nested-instructions-entry.ts";
export { nestedInstructionsState } from "./nested-instructions-state.ts";
export { carryNestedInstructions } from "./carry-nested-instructions.ts";
export { filesOnTheWay, nestedInstructions, type NestedLimits } from "./nested-instructions.ts";
