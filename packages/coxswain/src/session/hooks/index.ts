export { beforeCompaction } from "./before-compaction.ts";
export { HookDeniedError } from "./errors.ts";
export { hookedRuns, type RunBegun } from "./hooked-runs.ts";
export { type SessionHooks, sessionHooks } from "./session-hooks.ts";
