export type { HooksOutcome } from "./run-hooks.ts";
export type {
  Block,
  BeforeRunAnswer,
  HookAnswers,
  HookResult,
  PreCompactAnswer,
  PreToolAnswer,
  BeforeCompaction,
  BeforeRun,
  HookInput,
  HookInputs,
  ModelMessage,
  TurnInput,
  TurnStartAnswer,
  TurnStartInput,
  RunEnd,
  ToolCall,
  ToolEnd,
  TurnEnd,
  Hook,
  HookContext,
  HookOn,
  HookReply,
} from "./hook.ts";
export { UnknownHookEventError, HookDeniedError } from "./errors.ts";
export { findHooks, type FoundHooks, type HookLocations } from "./find-hooks.ts";
export type { FoundHook } from "./settings-hook.ts";
export { HOOK_EVENTS } from "./hook-events.ts";
export { hookRegistry, type HookRegistry } from "./hook-registry.ts";
export { SessionHooks, sessionHooks, type EventFields } from "./session-hooks.ts";
export { shellHook, type ShellHook } from "./shell-hook.ts";
