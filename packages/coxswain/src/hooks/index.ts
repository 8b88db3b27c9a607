export type { Block, Heard } from "./ask-hooks.ts";
export { UnknownHookEventError } from "./errors.ts";
export { findHooks } from "./find-hooks.ts";
export type { FoundHooks, HookPlaces } from "./find-hooks.ts";
export type { FoundHook } from "./found-hook.ts";
export type { BeforeRunAnswer, HookAnswers, HookResult, PreCompactAnswer, PreToolAnswer } from "./hook-answer.ts";
export { HookDeniedError } from "./hook-denied-error.ts";
export { HOOK_EVENTS } from "./hook-events.ts";
export type {
  BeforeCompaction,
  BeforeRun,
  HookInput,
  HookInputs,
  ModelMessage,
  TurnInput,
  RunEnd,
  ToolCall,
  ToolEnd,
  TurnEnd,
} from "./hook-input.ts";
export { hookRegistry } from "./hook-registry.ts";
export type { HookRegistry } from "./hook-registry.ts";
export type { Hook, HookContext, HookOn, HookReply } from "./hook.ts";
export { SessionHooks, sessionHooks } from "./session-hooks.ts";
export type { EventFields } from "./session-hooks.ts";
export { shellHook } from "./shell/index.ts";
export type { ShellHook } from "./shell/index.ts";
