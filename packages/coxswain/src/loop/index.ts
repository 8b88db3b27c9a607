export type { Budget } from "./budget.ts";
export type { Agents, AgentScope } from "./agents.ts";
export type { AgentRef, EventOrigin, MessageDelta, RunEvent } from "./event.ts";
export {
  type InboxAdmitEntry,
  type InboxCancelEntry,
  isMessage,
  isRunEnd,
  isRunStart,
  isToolStart,
  maxMessages,
  messageDraft,
  type MessageEntry,
  type RunEndEntry,
  type RunResumeEntry,
  type RunStartEntry,
  type ToolStartEntry,
} from "./entries.ts";
export { consume } from "./consume.ts";
export { cutRun, endingOf } from "./cut-run.ts";
export { INTERRUPTED, NOT_RUN, skipped } from "./error-result.ts";
export type { CommandDoubt, CommandEffects, CommandWord, PathUse, ShellCommand } from "./command-effects.ts";
export type { Gate, PermissionRequest, Verdict } from "./gate.ts";
export type { EndedCall, Hooks, HookSay, ToolRuling, TurnBegun, TurnOver, ValidCall, WholeMessage } from "./hooks.ts";
export { maskOf, masksIn } from "./mask.ts";
export { type LoopOptions, type OutputOptions, type RunOptions, saidOptions } from "./options.ts";
export type { CallJobs, JobCaller, JobEnding, JobInfo, JobReport, Jobs, JobStart } from "./jobs.ts";
export { lastReply } from "./last-reply.ts";
export type { Limit, Outcome, RunError } from "./outcome.ts";
export type { Attempts, Clock, Context, Inbox, Journal, Recovery, Remedy, SyncMoment, Tools } from "./ports.ts";
export type { Queued } from "./queued.ts";
export { run } from "./run.ts";
export { RunEnding } from "./run-ending.ts";
export { runError } from "./run-error.ts";
export { thrownMessage } from "./thrown-message.ts";
export type { CallResult, StopCondition, TurnReport } from "./stop-condition.ts";
export type { Effect } from "./effect.ts";
export { waitForAll } from "./wait-for-all.ts";
export { type AgentRun, type SubAgent, SubAgentScopeError } from "./sub-agent.ts";
export {
  type AgentSetup,
  defineTool,
  type JsonSchema,
  textResult,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "./tool.ts";
