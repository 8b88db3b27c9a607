export { askHooks, type Block, type Heard } from "./ask-hooks.ts";
export { UnknownHookEventError } from "./errors.ts";
export { findHooks, type FoundHooks, type HookPlaces } from "./find-hooks.ts";
export type { FoundHook } from "./found-hook.ts";
export type { BeforeRunAnswer, HookAnswers, HookSaying, PreCompactAnswer, PreToolAnswer } from "./hook-answer.ts";
export { HOOK_EVENTS } from "./hook-events.ts";
export type {
  BeforeCompaction,
  BeforeRun,
  HookEvent,
  HookInput,
  HookInputs,
  ModelMessage,
  OfTurn,
  RunEnd,
  ToolCall,
  ToolEnd,
  TurnEnd,
} from "./hook-input.ts";
export { hookRegistry, type HookRegistry } from "./hook-registry.ts";
export type { Hook, HookContext, HookOn, HookReply } from "./hook.ts";
export { shellHook, type ShellHook } from "./shell/index.ts";
