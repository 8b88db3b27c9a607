export { GENERAL, allAgents } from "./agent-definitions.ts";
export type { AgentDefinition } from "./agent-definitions.ts";
export { lastCompaction, sinceBoundary, visibleEntries } from "./boundary.ts";
export { contextSize, contextTokensOf, estimateRequestTokens, lastMeasured } from "./context-tokens.ts";
export type { ContextSize, RequestContent } from "./context-tokens.ts";
export { messageOfEntry } from "./conversation.ts";
export { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
export { Edits } from "./edits.ts";
export {
  isBranchSummary,
  isCompaction,
  isRepair,
  isReset,
  isShell,
  isSystemChange,
  isSystemPrompt,
  isUncompact,
  sinceReset,
} from "./entries.ts";
export type {
  BranchSummaryEntry,
  ChangedSection,
  CompactionEntry,
  CompactionReason,
  MessageRange,
  PreservedSection,
  Quarantine,
  RepairEntry,
  ResetEntry,
  ShellEntry,
  StoredSection,
  SystemChangeEntry,
  SystemPromptEntry,
  UncompactEntry,
} from "./entries.ts";
export { RECALL, compactionMessage } from "./entry-messages.ts";
export { horizon, recentHorizon } from "./horizon.ts";
export { loadInstructions } from "./instruction-files.ts";
export type { InstructionReading, Instructions } from "./instruction-files.ts";
export type { ConversationMessage } from "./invariant.ts";
export { MOST_TEXT, isContinueNote, wholeText } from "./invariants/index.ts";
export { maxOutputTokens } from "./max-output-tokens.ts";
export { fits, messageTokens, requestTokens } from "./message-tokens.ts";
export type { MessageTokens } from "./message-tokens.ts";
export { nestedInstructionFiles, nestedInstructions, nestedInstructionsState, preservedInstructions } from "./nested-instructions.ts";
export type { NestedInstructionsEntry, NestedLimits } from "./nested-instructions.ts";
export { cuts, project } from "./project.ts";
export type { ProjectOptions } from "./project.ts";
export { projection } from "./projection.ts";
export type { Projection, ProjectionRequest } from "./projection.ts";
export { hashedTools, lintPrefix, toolsSentState } from "./prompt-prefix.ts";
export type { PrefixBreak, PrefixSegment, PromptPrefix, ToolHashes, ToolsSentEntry } from "./prompt-prefix.ts";
export type { PromptTemplate } from "./prompt-templates.ts";
export { splitArguments } from "./prompt-templates.ts";
export { quarantinedOn, withoutQuarantined } from "./quarantine.ts";
export { candidatesOn, effectRecordsOn } from "./repair-candidates.ts";
export type { Candidate } from "./repair-candidates.ts";
export type { ResourceOrigin } from "./resource-files.ts";
export { AGENT_FOLDERS, SKILL_FOLDERS, TEMPLATE_FOLDERS, expand, projectResources } from "./resources.ts";
export type { ResourcePlaces, Resources } from "./resources.ts";
export { changedSections, hashSection, toStoredSection } from "./sections.ts";
export type { HashedSection, Section } from "./sections.ts";
export { shortened, shortenedToTokens } from "./shortened.ts";
export { preservedSkills, skillList, skillText, skillsUsed } from "./skills.ts";
export type { Skill, SkillUseEntry } from "./skills.ts";
export { systemPromptState } from "./system-prompt-state.ts";
export { MCP_SECTION, systemPrompt } from "./system-prompt.ts";
export { inTags } from "./tags.ts";
export { ToolSchemaError, toolSpecs } from "./tool-specs.ts";
export type { ToolSpecs } from "./tool-specs.ts";
