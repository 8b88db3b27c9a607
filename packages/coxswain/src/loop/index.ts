export type { Agents, AgentScope } from "./agents.ts";
export type { Budget } from "./budget.ts";
export type { UnresolvedReason, CommandEffects, CommandWord, PathUse, ShellCommand } from "./command-effects.ts";
export { interruptedRun, endingOf } from "./cut-run.ts";
export type { Effect } from "./effect.ts";
export { isMessage, isRunEnd, isRunStart, maxMessages, messageDraft } from "./entries.ts";
export type {
  InboxAdmitEntry,
  InboxCancelEntry,
  MessageEntry,
  RunEndEntry,
  RunResumeEntry,
  RunStartEntry,
  ToolStartEntry,
} from "./entries.ts";
export { INTERRUPTED, NOT_RUN, skipped } from "./error-result.ts";
export type { AgentRef, AgentRunEvent, EventOrigin, MessageDelta, RunEvent } from "./event.ts";
export type { Gate, PermissionRequest, Verdict } from "./gate.ts";
export type { EndedCall, HookEvent, HookMessages, RunHook, ToolRuling, TurnBegun, TurnOver, ValidCall, WholeMessage } from "./hooks.ts";
export type { CallJobs, JobCaller, JobEnding, JobInfo, JobReport, Jobs, JobStart } from "./jobs.ts";
export { lastReply } from "./last-reply.ts";
export { maskOf, masksIn } from "./mask.ts";
export { saidOptions } from "./options.ts";
export type { LoopOptions, OutputOptions, RunOptions } from "./options.ts";
export type { Limit, Outcome, RunError } from "./outcome.ts";
export type { Attempts, Context, Inbox, Journal, Recovery, Remedy, SyncMoment, Tools } from "./ports.ts";
export type { Queued } from "./queued.ts";
export { RunEnding } from "./run-ending.ts";
export { runError } from "./run-error.ts";
export { run } from "./run.ts";
export type { CallResult, StopCondition, TurnReport } from "./stop-condition.ts";
export { SubAgentScopeError } from "./sub-agent.ts";
export type { AgentRun, SubAgent } from "./sub-agent.ts";
export { asResult, defineTool, isStandardSchema, standardSchema, textResult, ToolError } from "./tool.ts";
export type { AgentSetup, InputSchema, JsonSchema, Tool, ToolContext, ToolResult } from "./tool.ts";
