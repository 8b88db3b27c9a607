import type { PermissionMode, SessionState, Event } from "coxswain";
import type { Confinement } from "coxswain/tools";
import type {
  PermissionAskEntry,
  PermissionReplyEntry,
  QuestionAskEntry,
  QuestionReplyEntry,
  RetryEvent,
  TaskInfo,
} from "coxswain/session";
import { SLASH_NAMES } from "../commands/index.ts";
import { version } from "../process/index.ts";
import type { ServerStatus } from "../prompt/index.ts";
import { claudeMode } from "./permission-modes.ts";
import { type StreamObject, systemObject } from "./stream-object.ts";

/** The session of a stream. */
interface StartedSession {
  readonly state: Pick<SessionState, "id" | "cwd" | "model">;
  readonly tools: readonly string[];
  /** Commands of extensions. */
  readonly commands?: readonly string[] | undefined;
  /** Confinement of its commands, if known. */
  readonly sandbox?: Confinement | undefined;
  /** MCP servers. */
  readonly servers?: readonly ServerStatus[] | undefined;
  /** Permission mode, if known. */
  readonly mode?: PermissionMode | undefined;
}

/** The first line of a stream. */
export const initObject = ({
  state: { id, cwd, model },
  tools,
  commands = [],
  sandbox,
  servers = [],
  mode = "ask",
}: StartedSession): StreamObject =>
  systemObject("init", {
    cwd,
    session_id: id,
    tools,
    mcp_servers: servers.map(({ name, status }) => ({ name, status })),
    model,
    permissionMode: claudeMode(mode),
    slash_commands: [...SLASH_NAMES, ...commands],
    skills: [],
    plugins: [],
    ...(sandbox === undefined ? {} : { cox_sandbox: sandbox }),
    cox_version: version(),
    uuid: crypto.randomUUID(),
  });

/** Compaction events in Claude Code's format; empty for any other event. */
export const compactionObjects = (event: Event): readonly StreamObject[] => {
  if (event.type === "compaction_start") return [statusObject("compacting")];
  if (event.type !== "compaction_end") return [];
  if (!("entry" in event)) return [statusObject(null)];
  const { reason, tokensBefore, tokensAfter } = event;
  const metadata = { trigger: reason === "manual" ? "manual" : "auto", pre_tokens: tokensBefore, post_tokens: tokensAfter };
  return [statusObject(null), systemObject("compact_boundary", { compact_metadata: metadata })];
};

const statusObject = (status: "compacting" | null): StreamObject => systemObject("status", { status });

/** A retry of a request, in Claude Code's format. */
export const retryObject = ({ attempt, tries, delay, error }: Extract<RetryEvent, { readonly type: "retry_start" }>): StreamObject =>
  systemObject("api_retry", {
    attempt,
    max_retries: tries,
    retry_delay_ms: delay,
    error_status: error.status ?? null,
    error: kindOf(error.status),
    message: error.message,
  });

const kindOf = (status: number | undefined): string => {
  if (status === 429) return "rate_limit";
  return status !== undefined && status >= 500 ? "server_error" : "unknown";
};

/** State of a background task in Claude Code's format, which reports limits and interruptions as failures. */
export const taskObject = ({ id, name, description, state, ending = "done" }: TaskInfo): StreamObject => {
  const about = { task_id: id, description, task_type: "local_agent", subagent_type: name };
  if (state !== "done") return systemObject(state === "running" ? "task_started" : "task_progress", { ...about, status: state });
  return systemObject("task_notification", {
    ...about,
    status: STATUS[ending],
    summary: `${description}: ${ending}`,
    output_file: "",
  });
};

const STATUS: Readonly<Record<NonNullable<TaskInfo["ending"]>, string>> = {
  done: "completed",
  failed: "failed",
  limit: "failed",
  aborted: "stopped",
  interrupted: "failed",
};

/**
 * An open question of a session in another process. A user answers it there, or in a terminal that watches the session.
 */
export const askObject = ({ id, tool, callId, input, requests, reasons, offers, agent }: PermissionAskEntry): StreamObject =>
  systemObject("permission_ask", {
    question_id: id,
    tool_name: tool,
    tool_use_id: callId,
    input,
    requests: requests.map(({ effect, subject }) => ({ effect, subject })),
    reasons,
    offers,
    ...(agent === undefined ? {} : { agent_id: agent.id }),
  });

/** The answer to a question. */
export const replyObject = ({ question, allowed, answer }: PermissionReplyEntry): StreamObject =>
  systemObject("permission_reply", {
    question_id: question,
    allowed,
    answer,
  });

/** A question of the model that a session in another process waits for. */
export const questionObject = ({ id, callId, question, options, multiple, position }: QuestionAskEntry): StreamObject =>
  systemObject("question_ask", {
    question_id: id,
    tool_use_id: callId,
    question,
    options,
    ...(multiple === undefined ? {} : { multiple }),
    ...(position === undefined ? {} : { position }),
  });

/** The end of a question of the model. */
export const questionReplyObject = ({ question, answers, withdrawn }: QuestionReplyEntry): StreamObject =>
  systemObject("question_reply", { question_id: question, answers, ...(withdrawn === undefined ? {} : { withdrawn }) });
