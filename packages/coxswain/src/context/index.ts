export { projection, type Projection, type ProjectionRequest } from "./projection.ts";
export { isRepair, type Quarantine, type RepairEntry } from "./repair-entry.ts";
export { type Suspect, suspectsOn } from "./suspects.ts";
export { isReset, type ResetEntry, sinceReset } from "./reset-entry.ts";
export { isShell, type ShellEntry } from "./shell-entry.ts";
export { systemPrompt } from "./system-prompt.ts";
export { toolSpecs, type ToolSpecs } from "./tool-specs.ts";
export { ToolSchemaError } from "./tool-schema-error.ts";
export { maxOutputTokens } from "./max-output-tokens.ts";
