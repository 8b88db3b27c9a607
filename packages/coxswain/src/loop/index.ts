export { CALL_TOOL, callTarget, MCP_SEARCH, mcpToolName } from "./call-target.ts";
export { isMessage, isRunEnd, isRunStart, lastReply, maskOf, masksIn, maxMessages, messageDraft } from "./entries.ts";
export type {
  InboxAdmitEntry,
  InboxCancelEntry,
  MessageEntry,
  RunEndEntry,
  RunResumeEntry,
  RunStartEntry,
  ToolStartEntry,
} from "./entries.ts";
export { INTERRUPTED, NOT_RUN, runError, skipped } from "./errors.ts";
export type { AgentRef, AgentRunEvent, EventOrigin, MessageDelta, RunEvent } from "./event.ts";
export type { CommandEffects, CommandWord, Gate, PathUse, PermissionRequest, ShellCommand, UnresolvedReason, Verdict } from "./gate.ts";
export type { EndedCall, HookEvent, HookMessages, RunHook, ToolRuling, TurnStart, TurnEnd, ValidCall, WholeMessage } from "./hooks.ts";
export { endingOf, interruptedRun } from "./interrupted-run.ts";
export type { CallJobs, JobCaller, JobEnding, JobInfo, JobReport, Jobs, JobStart } from "./jobs.ts";
export type {
  Agents,
  AgentScope,
  Attempts,
  Changes,
  ChangingCall,
  Context,
  Inbox,
  Journal,
  Recovery,
  Remedy,
  SyncMoment,
  Tools,
} from "./ports.ts";
export { run } from "./run.ts";
export { SubAgentScopeError } from "./sub-agent.ts";
export type { AgentRun, SubAgent } from "./sub-agent.ts";
export { asResult, defineTool, isStandardSchema, standardSchema, textResult, ToolError } from "./tool.ts";
export type { AgentSetup, InputSchema, Tool, ToolContext, ToolResult } from "./tool.ts";
export { RunEnding, entryOptions } from "./types.ts";
export type { AskUser, QuestionOption, UserAnswer, UserQuestion, UserQuestions } from "./user-question.ts";
export type {
  Budget,
  CallResult,
  Effect,
  JsonSchema,
  Limit,
  LoopOptions,
  Outcome,
  OutputOptions,
  Queued,
  RunError,
  RunOptions,
  VerifyOptions,
  StopCondition,
  TurnReport,
} from "./types.ts";
