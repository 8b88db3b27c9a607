/**
 * The objects that cox writes in stream-json, by type or by `system/` and subtype, with their descriptions. The table
 * in docs/cli.md is generated from this list.
 */
export const STREAM_OBJECTS = {
  "system/init":
    "First line: `session_id`, `cwd`, `model`, `tools`, those of MCP servers as far as they are known, `permissionMode`, `mcp_servers` with `name` and `status` (`connected`, `pending` until it is needed, `needs-auth`, `failed`, `disabled`).",
  assistant: "A complete message of the model, in the format of Anthropic's Messages API.",
  user: "The result of one tool call, as a `tool_result`.",
  stream_event:
    "With `--include-partial-messages`: an event of Anthropic's stream, in `event`. A tool call is emitted once it is complete.",
  "system/api_retry": "A failed request is retried: `attempt`, `max_retries`, `retry_delay_ms`, `error_status`, `error`, `message`.",
  "system/model_fallback": "The session switched to another model: `from`, `to`, `reason`.",
  "system/hook_block": "A hook blocked a call, a run or a compaction: `hook`, `event`, `what`, `reason`, and `tool_use_id` for a call.",
  "system/status": "A compaction started or ended (`status`: `compacting` or `null`), or the permission mode changed (`permissionMode`).",
  "system/compact_boundary": "A compaction succeeded: `compact_metadata` with `trigger`, `pre_tokens`, `post_tokens`.",
  "system/task_started": "A background task started: `task_id`, `description`, `subagent_type`.",
  "system/task_progress": "A background task waits: `status` is `waiting` (queued) or `blocked` (on a question).",
  "system/task_notification": "A background task ended: `status` is `completed`, `failed` or `stopped`; `summary`.",
  "system/job_change": "A background command started (`state`: `running`) or ended (`ended`, with its `ending`): `id`, `command`.",
  "system/permission_ask":
    "Only for a session that is open in another process: an open question. `question_id`, `tool_name`, `tool_use_id`, `input`, `requests`, `reasons`, `offers`.",
  "system/permission_reply":
    "Only for a session that is open in another process: the answer to a question. `question_id`, `allowed`, `answer`.",
  "system/question_ask":
    "Only for a session that is open in another process: a question of the model. `question_id`, `tool_use_id`, `question`, `options`, `multiple`, `position`.",
  "system/question_reply":
    "Only for a session that is open in another process: the end of a question of the model. `question_id`, `answers` (empty: none), `withdrawn`.",
  "system/warning": "A warning for the user: `message`.",
  control_request: "With `--input-format stream-json`: a [permission question](#drive-cox-from-a-program).",
  control_cancel_request: "With `--input-format stream-json`: a question was withdrawn: `request_id`.",
  control_response: "With `--input-format stream-json`: the response to a request of the client.",
  result: "Last line, exactly once. With `--input-format stream-json`: once per run.",
} as const satisfies Readonly<Record<string, string>>;

type ObjectName = keyof typeof STREAM_OBJECTS;

type SystemSubtype = ObjectName extends infer Name ? (Name extends `system/${infer Subtype}` ? Subtype : never) : never;

/** An object to write as one line of stream-json. */
export interface StreamObject {
  readonly type: "system" | Exclude<ObjectName, `system/${string}`>;
  readonly [field: string]: unknown;
}

/** Creates a `system` object. No other function creates one, so each has a subtype of the list. */
export const systemObject = (subtype: SystemSubtype, fields: object): StreamObject => ({ type: "system", subtype, ...fields });
