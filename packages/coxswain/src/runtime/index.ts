export { continueRecent } from "./continue-recent.ts";
export { NoRecentSessionError } from "./errors.ts";
export { SessionBook } from "./views/index.ts";
export { readSession, type SessionReading } from "./read-session.ts";
export { sessionIndex } from "./session-index.ts";
export { createRuntime } from "./create-runtime.ts";
export type { CreateOptions, Runtime, SendOptions } from "./runtime.ts";
export type { RuntimeOptions } from "./runtime-options.ts";
export type { ToolSource } from "./tool-source.ts";
