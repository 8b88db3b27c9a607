export { allAgents, GENERAL } from "./agents/index.ts";
export type { AgentDefinition } from "./agents/index.ts";
export { inTags } from "./between-marks.ts";
export { lastCompaction, sinceBoundary, visibleEntries } from "./boundary.ts";
export { isBranchSummary } from "./branch-summary-entry.ts";
export type { BranchSummaryEntry } from "./branch-summary-entry.ts";
export { isCompaction } from "./compaction-entry.ts";
export type { PreservedSection, CompactionEntry, CompactionReason, MessageRange } from "./compaction-entry.ts";
export { compactionMessage, RECALL } from "./compaction-message.ts";
export { contextSize, contextTokensOf, estimateRequestTokens, lastMeasured } from "./context-tokens.ts";
export type { ContextSize, RequestContent } from "./context-tokens.ts";
export { messageOfEntry } from "./conversation.ts";
export { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
export { Edits } from "./edits.ts";
export { horizon } from "./horizon.ts";
export {
  preservedInstructions,
  nestedInstructionFiles,
  loadInstructions,
  nestedInstructions,
  nestedInstructionsState,
} from "./instruction-files/index.ts";
export type { InstructionReading, Instructions, NestedInstructionsEntry, NestedLimits } from "./instruction-files/index.ts";
export type { ConversationMessage } from "./invariant.ts";
export { isContinueNote, MOST_TEXT, wholeText } from "./invariants/index.ts";
export { changedSections, hashSection, toStoredSection } from "./kept-sections.ts";
export type { HashedSection } from "./kept-sections.ts";
export { maxOutputTokens } from "./max-output-tokens.ts";
export { fits, messageTokens, requestTokens } from "./message-tokens.ts";
export type { MessageTokens } from "./message-tokens.ts";
export { hashedTools, lintPrefix, toolsSentState } from "./prefix/index.ts";
export type { PrefixBreak, PrefixSegment, PromptPrefix, ToolHashes, ToolsSentEntry } from "./prefix/index.ts";
export { cuts, project } from "./project.ts";
export type { ProjectOptions } from "./project.ts";
export { projection } from "./projection.ts";
export type { Projection, ProjectionRequest } from "./projection.ts";
export { quarantinedOn, withoutQuarantined } from "./quarantine.ts";
export { isRepair } from "./repair-entry.ts";
export type { Quarantine, RepairEntry } from "./repair-entry.ts";
export { isReset, sinceReset } from "./reset-entry.ts";
export type { ResetEntry } from "./reset-entry.ts";
export type { ResourceOrigin } from "./resource-files/index.ts";
export { AGENT_FOLDERS, expand, projectResources, SKILL_FOLDERS, TEMPLATE_FOLDERS } from "./resources/index.ts";
export type { ResourcePlaces, Resources } from "./resources/index.ts";
export type { StoredSection, Section } from "./section.ts";
export { isShell } from "./shell-entry.ts";
export type { ShellEntry } from "./shell-entry.ts";
export { shortened, shortenedToTokens } from "./shortened.ts";
export { preservedSkills, skillCatalogue, skillsUsed, skillText } from "./skills/index.ts";
export type { Skill, SkillUseEntry } from "./skills/index.ts";
export { candidatesOn } from "./suspects.ts";
export type { Candidate } from "./suspects.ts";
export { isSystemChange } from "./system-change-entry.ts";
export type { ChangedSection, SystemChangeEntry } from "./system-change-entry.ts";
export { isSystemPrompt } from "./system-prompt-entry.ts";
export type { SystemPromptEntry } from "./system-prompt-entry.ts";
export { systemPromptState } from "./system-prompt-state.ts";
export { systemPrompt } from "./system-prompt.ts";
export type { PromptTemplate } from "./templates/index.ts";
export { ToolSchemaError } from "./tool-schema-error.ts";
export { toolSpecs } from "./tool-specs.ts";
export type { ToolSpecs } from "./tool-specs.ts";
export { isUncompact } from "./uncompact-entry.ts";
export type { UncompactEntry } from "./uncompact-entry.ts";
