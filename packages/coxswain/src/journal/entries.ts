import type { CheckpointEntry, Entry, LeafEntry, RelocateEntry } from "../log/index.ts";
import type {
  Budget,
  InboxAdmitEntry,
  InboxCancelEntry,
  JobEnding,
  MessageEntry,
  RunEndEntry,
  RunResumeEntry,
  RunStartEntry,
  ToolStartEntry,
  UserAnswer,
  UserQuestion,
} from "../loop/index.ts";
import type { ErrorClass, Thinking, Usage } from "../model/index.ts";
import type { Setup } from "./setup.ts";
import type { Answer, Question } from "../policy/index.ts";
import type {
  BranchSummaryEntry,
  CompactionEntry,
  NestedInstructionsEntry,
  RepairEntry,
  ResetEntry,
  ShellEntry,
  SkillUseEntry,
  SystemChangeEntry,
  SystemPromptEntry,
  ToolsSentEntry,
  UncompactEntry,
} from "../context/index.ts";
import type { FileSeenEntry, TodoEntry } from "../tools/index.ts";
import type { FileChangeEntry, RestoreEndEntry, RestoreStartEntry } from "../changes/index.ts";
import type { InjectEntry, InjectResetEntry } from "./injections.ts";

export interface SetupEntry extends Entry {
  readonly type: "setup";
  readonly setup: Setup;
}

/** Changes the model. */
export interface ModelChangeEntry extends Entry {
  readonly type: "model_change";
  readonly model: string;
}

export interface ThinkingChangeEntry extends Entry {
  readonly type: "thinking_change";
  readonly thinking: Thinking;
}

export interface ToolsChangeEntry extends Entry {
  readonly type: "tools_change";
  readonly tools: readonly string[];
}

/** Changes the base of the system prompt. */
export interface SystemPromptChangeEntry extends Entry {
  readonly type: "system_prompt_change";
  readonly systemPrompt: string;
}

export interface TitleChangeEntry extends Entry {
  readonly type: "title_change";
  readonly title: string;
  /** Reference of the model that wrote it; absent if the user did. */
  readonly model?: string;
  /** With `model`. */
  readonly usage?: Usage;
  /** USD, best effort; absent if the model has no known price. */
  readonly cost?: number;
}

/** Changes the session's budget over all branches. */
export interface BudgetChangeEntry extends Entry {
  readonly type: "budget_change";
  readonly budget: Budget;
}

/** Sets a label on an entry; null removes it. */
export interface LabelEntry extends Entry {
  readonly type: "label";
  readonly target: string;
  readonly label: string | null;
}

/** A complete response that was discarded, because the provider truncated its request silently. Its usage is charged. */
export interface ResponseDiscardEntry extends Entry {
  readonly type: "response_discard";
  readonly run: string;
  /** Reference of the model. */
  readonly model: string;
  readonly usage: Usage;
  /** USD, best effort; absent if the model has no known price. */
  readonly cost?: number;
}

/** A request failed temporarily and is sent again after `delay` milliseconds, for the `attempt`th time of at most `tries`. */
export interface RetryEntry extends Entry {
  readonly type: "retry";
  readonly attempt: number;
  readonly tries: number;
  readonly delay: number;
  readonly error: RetriedError;
  /** Reference of the model. */
  readonly model: string;
}

export interface RetriedError {
  readonly code: ErrorClass;
  readonly message: string;
  /** HTTP status, if there was a response. */
  readonly status?: number;
}

export type SessionEntry =
  | SetupEntry
  | ModelChangeEntry
  | ThinkingChangeEntry
  | ToolsChangeEntry
  | SystemPromptChangeEntry
  | TitleChangeEntry
  | BudgetChangeEntry
  | LabelEntry;

/** `interrupted`: the process that ran the task ended. */
export type TaskEnding = "done" | "failed" | "limit" | "aborted" | "interrupted";

/** The worktree of a task. */
export interface TaskPlace {
  /** Absolute. */
  readonly path: string;
  readonly branch: string;
}

/** Usage of one response in the session of a sub-agent; recorded in the log of each ancestor. */
export interface AgentUsageEntry extends Entry {
  readonly type: "agent_usage";
  /** Id of the sub-agent's session, which has the response. */
  readonly agent: string;
  /** Reference of the model. */
  readonly model: string;
  readonly usage: Usage;
  /** USD, best effort; absent if the model has no known price. */
  readonly cost?: number;
  /** True for a turn; absent for a summary or title. */
  readonly turn?: true;
  /** Tool calls of the agent since its last such entry. Absent: none. */
  readonly toolCalls?: number;
}

export const isAgentUsage = (entry: Entry): entry is AgentUsageEntry => entry.type === "agent_usage";

/**
 * The session waits for the answer to a permission question, its own or one of a sub-agent. The entry's id is the question's id. The
 * question's `root` is the session of this log; its `sessionId` is that of `agent`, or of the log. Recorded only if a client may answer.
 */
export interface PermissionAskEntry extends Entry, Omit<Question, "id" | "sessionId" | "root"> {
  readonly type: "permission_ask";
}

/** A permission question ended. */
export interface PermissionReplyEntry extends Entry {
  readonly type: "permission_reply";
  /** Id of the question. */
  readonly question: string;
  readonly allowed: boolean;
  readonly answer: Answer["kind"] | "withdrawn";
  /** The reason of the user who denied it, if there is one. */
  readonly reason?: string;
  /** The client that answered, if known; for an answer from another process, the id of its mailbox message. */
  readonly by?: string;
}

/** A call waits for the user's answer to a question of the model. The entry's id is the question's id. */
export interface QuestionAskEntry extends Entry, UserQuestion {
  readonly type: "question_ask";
  readonly callId: string;
}

/** A question of the model ended. */
export interface QuestionReplyEntry extends Entry {
  readonly type: "question_reply";
  /** Id of the question. */
  readonly question: string;
  /** Chosen labels, or the user's own words. Empty: no answer. */
  readonly answers: UserAnswer;
  /** The question ended without the user, because its run did. */
  readonly withdrawn?: true;
  /** The client that answered, if known; for an answer from another process, the id of its mailbox message. */
  readonly by?: string;
}

export type QuestionEntry = PermissionAskEntry | PermissionReplyEntry | QuestionAskEntry | QuestionReplyEntry;

/** Entries about questions belong to the session that waits: a fork does not copy them. */
export const isQuestionEntry = (entry: Entry): entry is QuestionEntry => QUESTION_TYPES.has(entry.type);

const QUESTION_TYPES: ReadonlySet<string> = new Set([
  "permission_ask",
  "permission_reply",
  "question_ask",
  "question_reply",
] satisfies readonly QuestionEntry["type"][]);

/** All entries that Coxswain writes: `entry.type === "run_end"` narrows to `RunEndEntry`. */
export type SessionLogEntry =
  // Runs
  | MessageEntry
  | ToolStartEntry
  | RunStartEntry
  | RunResumeEntry
  | RunEndEntry
  | ResponseDiscardEntry
  | RetryEntry
  | InboxAdmitEntry
  | InboxCancelEntry
  | PermissionAskEntry
  | PermissionReplyEntry
  | QuestionAskEntry
  | QuestionReplyEntry
  | AgentStartEntry
  | AgentEndEntry
  | AgentUsageEntry
  | AgentCommandEntry
  | TaskStartEntry
  | TaskEndEntry
  | JobStartEntry
  | JobEndEntry
  // The session
  | SessionEntry
  | RelocateEntry
  | ImportEntry
  | LeafEntry
  | CheckpointEntry
  // The prompt
  | SystemPromptEntry
  | SystemChangeEntry
  | ToolsSentEntry
  | NestedInstructionsEntry
  | SkillUseEntry
  | InjectEntry
  | InjectResetEntry
  | ShellEntry
  | RepairEntry
  | CompactionEntry
  | UncompactEntry
  | BranchSummaryEntry
  | ResetEntry
  // Tools
  | FileSeenEntry
  | TodoEntry
  // Files
  | FileChangeEntry
  | RestoreStartEntry
  | RestoreEndEntry;

/** An entry of an extension or of another program. Its type contains a colon, so that it never equals one of ours. */
export interface CustomEntry extends Entry {
  readonly type: `${string}:${string}`;
}

/** An entry as a session, its events and its readers return it. */
export type AnyEntry = SessionLogEntry | CustomEntry;

/** The log is generic; what passed its validation is one of these. */
export const asAnyEntry = (entry: Entry): AnyEntry => entry as AnyEntry;

/** As `asAnyEntry`, for a list. */
export const asAnyEntries = (entries: readonly Entry[]): readonly AnyEntry[] => entries as readonly AnyEntry[];

/** A background command started. */
export interface JobStartEntry extends Entry {
  readonly type: "job_start";
  /** Its id in the session, such as `j1`. */
  readonly job: string;
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Id of the sub-agent that started it. Absent: the session itself. */
  readonly by?: string;
}

/** A background command ended. */
export interface JobEndEntry extends Entry {
  readonly type: "job_end";
  readonly job: string;
  readonly ending: JobEnding;
  /** Exit code of the command. Null: killed. Absent: it did not start, or its process ended first. */
  readonly exitCode?: number | null;
  /** The completion notice, as the model gets it. */
  readonly text: string;
}

/** A background task started. */
export interface TaskStartEntry extends Entry {
  readonly type: "task_start";
  /** Its id in the session, such as `t1`. */
  readonly task: string;
  /** Session id of the agent that works on it. */
  readonly agent: string;
  /** The agent's name. */
  readonly name: string;
  /** A few words, for people. */
  readonly description: string;
  /** Id of the sub-agent that started it. Absent: the session itself. */
  readonly by?: string;
  readonly worktree?: TaskPlace;
}

/** A background task ended. */
export interface TaskEndEntry extends Entry {
  readonly type: "task_end";
  readonly task: string;
  readonly ending: TaskEnding;
  /** The completion notice, as the model gets it. */
  readonly text: string;
}

/** A sub-agent started. It has a separate session, whose parent is this one. */
export interface AgentStartEntry extends Entry {
  readonly type: "agent_start";
  /** Id of its session. */
  readonly agent: string;
  readonly name?: string;
  /** Id of the tool call that spawned it. */
  readonly call?: string;
}

/** A sub-agent ended. Absent where a crash ended it. */
export interface AgentEndEntry extends Entry {
  readonly type: "agent_end";
  readonly agent: string;
  /** Outcome of its last run. Absent: it had none. */
  readonly outcome?: RunEndEntry["outcome"];
}

/** A command of a sub-agent has ended. Recorded in the log of the root session, after the changes of the command in files. */
export interface AgentCommandEntry extends Entry {
  readonly type: "agent_command";
  /** Id of the sub-agent's session, which has the call and its output. */
  readonly agent: string;
  /** Id of the tool call. */
  readonly call: string;
  readonly command: string;
  /** The agent's folder, absolute. */
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Absent: it did not end itself. */
  readonly exitCode?: number;
  /** Its output reports that no test ran. */
  readonly noTests?: true;
  /** Its output reports that the shell could not change to a folder. */
  readonly noFolder?: true;
  /** Its output has an error of the shell itself. */
  readonly shellError?: true;
}

/** The entries up to here were imported from another program. */
export interface ImportEntry extends Entry {
  readonly type: "import";
  readonly from: "coxswain" | "pi" | "claude" | "codex";
  /** Id of the session in that program. */
  readonly session: string;
  /** Counts of what could not be imported, by kind. */
  readonly left: Readonly<Record<string, number>>;
}
