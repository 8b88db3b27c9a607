/** coxswain/hooks: functions and commands that run at fixed points of a run. */

export { findHooks, HookDeniedError, hookRegistry, shellHook, UnknownHookEventError } from "./hooks/index.ts";
export type {
  BeforeCompaction,
  BeforeRun,
  BeforeRunAnswer,
  FoundHook,
  FoundHooks,
  Hook,
  HookAnswers,
  HookContext,
  HookInput,
  HookInputs,
  HookOn,
  HookLocations,
  HookRegistry,
  HookReply,
  HookResult,
  ModelMessage,
  PreCompactAnswer,
  PreToolAnswer,
  RunEnd,
  ShellHook,
  ToolCall,
  ToolEnd,
  TurnEnd,
  TurnInput,
} from "./hooks/index.ts";
