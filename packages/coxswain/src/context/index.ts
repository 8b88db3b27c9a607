export { projection, type Projection, type ProjectionRequest } from "./projection.ts";
export { isRepair, type Quarantine, type RepairEntry } from "./repair-entry.ts";
export { type Suspect, suspectsOn } from "./suspects.ts";
export { horizon } from "./horizon.ts";
export { lastCompaction, sinceBoundary } from "./boundary.ts";
export { type Carried, type CompactionEntry, type CompactionReason, isCompaction, type MessageRange } from "./compaction-entry.ts";
export { isUncompact, type UncompactEntry } from "./uncompact-entry.ts";
export { type BranchSummaryEntry, isBranchSummary } from "./branch-summary-entry.ts";
export { isReset, type ResetEntry } from "./reset-entry.ts";
export { isShell, type ShellEntry } from "./shell-entry.ts";
export { systemPrompt } from "./system-prompt.ts";
export { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
export type { KeptSection, Section } from "./section.ts";
export { changedSections, hashed, type HashedSection, keptSection } from "./kept-sections.ts";
export { isSystemPrompt, type SystemPromptEntry } from "./system-prompt-entry.ts";
export { type ChangedSection, isSystemChange, type SystemChangeEntry } from "./system-change-entry.ts";
export { systemPromptState } from "./system-prompt-state.ts";
export {
  AGENT_FOLDERS,
  expand,
  projectResources,
  type ResourcePlaces,
  type Resources,
  SKILL_FOLDERS,
  TEMPLATE_FOLDERS,
} from "./resources/index.ts";
export { type AgentDefinition, allAgents, GENERAL } from "./agents/index.ts";
export type { ResourceOrigin } from "./resource-files/index.ts";
export { carrySkills, type Skill, skillCatalogue, skillsUsed, skillText, type SkillUseEntry } from "./skills/index.ts";
export type { PromptTemplate } from "./templates/index.ts";
export { toolSpecs, type ToolSpecs } from "./tool-specs.ts";
export { ToolSchemaError } from "./tool-schema-error.ts";
export { isGoingOn } from "./invariants/index.ts";
export { maxOutputTokens } from "./max-output-tokens.ts";
export {
  carryNestedInstructions,
  filesOnTheWay,
  type InstructionReading,
  type Instructions,
  loadInstructions,
  nestedInstructions,
  type NestedInstructionsEntry,
  nestedInstructionsState,
  type NestedLimits,
} from "./instruction-files/index.ts";
export {
  hashedTools,
  lintPrefix,
  type PrefixBreak,
  type PrefixSegment,
  type PromptPrefix,
  type ToolHashes,
  type ToolsSentEntry,
  toolsSentState,
} from "./prefix/index.ts";
export { fits, messageTokens, requestTokens } from "./message-tokens.ts";
export {
  BadSummaryError,
  branchMessages,
  branchSummaryJob,
  compactionDraft,
  compactionJob,
  compactionLimits,
  type CompactionPlan,
  nextSummaryRequest,
  NothingToCompactError,
  planCompaction,
  recallTool,
  type SummaryAnswer,
  type SummaryJob,
  givenSummary,
  takeSummary,
} from "./compaction/index.ts";
