/** Subtypes of `system` lines in stream-json. A test compares the table in docs/cli.md. */
export const SYSTEM_SUBTYPES = [
  "init",
  "status",
  "warning",
  "api_retry",
  "compact_boundary",
  "model_fallback",
  "hook_block",
  "job_change",
  "task_started",
  "task_progress",
  "task_notification",
  "permission_ask",
  "permission_reply",
] as const;

type SystemSubtype = (typeof SYSTEM_SUBTYPES)[number];

/** Builds a `system` line: every one is built here, so that none has a subtype that the list lacks. */
export const systemObject = (subtype: SystemSubtype, fields: object): object => ({ type: "system", subtype, ...fields });
