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
import type { CheckpointEntry, Entry, LeafEntry, RelocateEntry } from "../log/index.ts";
import type {
  InboxAdmitEntry,
  InboxCancelEntry,
  JobEnding,
  MessageEntry,
  RunEndEntry,
  RunResumeEntry,
  RunStartEntry,
  ToolStartEntry,
} from "../loop/index.ts";
import type { FileSeenEntry, TodoEntry } from "../tools/index.ts";
import type { AgentUsageEntry } from "./agent-usage-entry.ts";
import type { SessionEntry } from "./entries.ts";
import type { InjectEntry, InjectResetEntry } from "./injections.ts";
import type { PermissionAskEntry, PermissionReplyEntry } from "./question-entries.ts";
import type { TaskEnding, TaskPlace } from "./task-event.ts";

/** All entries that Coxswain writes: `entry.type === "run_end"` narrows to `RunEndEntry`. */
export type SessionLogEntry =
  // Runs
  | MessageEntry
  | ToolStartEntry
  | RunStartEntry
  | RunResumeEntry
  | RunEndEntry
  | InboxAdmitEntry
  | InboxCancelEntry
  | PermissionAskEntry
  | PermissionReplyEntry
  | AgentStartEntry
  | AgentEndEntry
  | AgentUsageEntry
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
  | TodoEntry;

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

/** A sub-agent started, in a session of its own whose parent is this one. */
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

/** The entries up to here were imported from another program. */
export interface ImportEntry extends Entry {
  readonly type: "import";
  readonly from: "coxswain" | "pi" | "claude" | "codex";
  /** Id of the session in that program. */
  readonly session: string;
  /** Counts of what could not be imported, by kind. */
  readonly left: Readonly<Record<string, number>>;
}
