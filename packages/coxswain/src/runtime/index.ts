export { checkSession, repairSession } from "./check-session.ts";
export { continueRecent, latestSession } from "./continue-recent.ts";
export { createRuntime } from "./create-runtime.ts";
export { NoRecentSessionError } from "./errors.ts";
export { ExtensionError, loadExtensions } from "./extensions/index.ts";
export type {
  CommandContext,
  CommandEnd,
  CommandOptions,
  Disposer,
  Extension,
  ExtensionAgent,
  ExtensionApi,
  ExtensionBlock,
  ExtensionCommand,
  ExtensionEntry,
  ExtensionKey,
  Extensions,
  ExtensionSkill,
  ExtensionsOptions,
  ExtensionSource,
  ExtensionState,
  ExtensionTemplate,
  ExtensionTool,
  SkippedExtension,
  LoadedExtension,
  StateDefinition,
} from "./extensions/index.ts";
export type { LspOptions } from "./folder-language-servers.ts";
export { followSession } from "./follow-session.ts";
export type { EntryEvent } from "./follow-session.ts";
export { sendAnswerToOwner } from "./send-answer-to-owner.ts";
export { sendInterruptToOwner } from "./send-interrupt-to-owner.ts";
export type { SendAnswerToOwnerOptions } from "./send-answer-to-owner.ts";
export { sendToOwner } from "./send-to-owner.ts";
export type { MailboxReceipt, SendToOwnerOptions } from "./send-to-owner.ts";
export { inspectContext } from "./inspect-context.ts";
export type { InspectOptions } from "./inspect-context.ts";
export { lostSessions } from "./lost-sessions.ts";
export { readSession } from "./read-session.ts";
export type { SessionReading } from "./read-session.ts";
export type { RuntimeOptions } from "./runtime-options.ts";
export type { CreateOptions, Runtime, SendOptions, SendResult } from "./runtime.ts";
export { sessionIndex } from "./session-index.ts";
export { sessionTrash } from "./session-trash.ts";
export type { ToolSource } from "./tool-source.ts";
export type { OpenOptions } from "./runtime.ts";
export type { Permissions } from "./permissions.ts";
