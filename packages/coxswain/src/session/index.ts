export { addUserTurn } from "./add-user-turn.ts";
export { clear } from "./clear.ts";
export { cycleModel, cycleThinking, type Direction } from "./cycle.ts";
export type {
  LabelEntry,
  ModelChangeEntry,
  SetupEntry,
  ThinkingChangeEntry,
  TitleChangeEntry,
  ToolsChangeEntry,
} from "./entries.ts";
export { ClosedError, EmptyPromptError, SessionBusyError } from "./errors.ts";
export type { AgentRef, Event, EventOrigin, SessionEvent } from "./event.ts";
export { EventStream } from "./event-stream.ts";
export type { Host } from "./host.ts";
export type { Receipt } from "./inbox.ts";
export { history } from "./history.ts";
export { label } from "./label.ts";
export type { RunOptions } from "./live-run.ts";
export type { PromptOptions, WhenBusy } from "./prompt-options.ts";
export type { PromptInput, Run } from "./run.ts";
export { type EventsOptions, type ForkOptions, Session, type SessionChange } from "./session.ts";
export type { SessionState } from "./session-state.ts";
export type { Setup } from "./setup.ts";
export type { ShellOptions, ShellResult } from "./shell.ts";
export { type SessionTotals, sessionTotals } from "./state.ts";
