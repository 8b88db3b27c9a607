/** All codes of errors that the library throws. */
export type ErrorCode =
  // Sessions and runs
  | "closed"
  | "empty_prompt"
  | "entry_exists"
  | "entry_not_found"
  | "inject_cap"
  | "no_recent_session"
  | "run_failed"
  | "session_busy"
  | "session_in_use"
  | "session_not_found"
  | "sub_agent_scope"
  | "unknown_skill"
  | "worktree"
  // Logs and stores
  | "entry_too_large"
  | "fold_not_declared"
  | "import"
  | "log_closed"
  | "log_format"
  | "log_write"
  | "unusable_index"
  // Models: a ModelError has its class as its code
  | "aborted"
  | "auth"
  | "invalid"
  | "missing_api_key"
  | "overflow"
  | "quota"
  | "refused"
  | "transient"
  | "unknown_model"
  // Tools and files
  | "denied"
  | "elsewhere"
  | "exists"
  | "failed"
  | "glob"
  | "io"
  | "is_folder"
  | "no_space"
  | "not_folder"
  | "not_found"
  | "not_regular"
  | "pattern"
  | "process_start"
  | "tool_error"
  | "tool_schema"
  | "too_large"
  // MCP servers
  | "mcp"
  // Options, hooks, output, compaction
  | "bad_summary"
  | "budget"
  | "budget_reached"
  | "compaction_later"
  | "extension"
  | "hook_denied"
  | "nothing_to_compact"
  | "output_invalid"
  | "output_schema"
  | "rule"
  | "settings"
  | "unknown_hook_event";

/** Base class of all errors that the library throws on purpose. */
export abstract class CoxswainError extends Error {
  abstract readonly code: ErrorCode;
}
