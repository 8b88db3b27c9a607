import type { TaskEnding, TaskPlace } from "../journal/index.ts";
import type { Entry } from "../log/index.ts";
import type { JobEnding } from "../loop/index.ts";

/** A task started in the background of the session. */
export interface TaskStartEntry extends Entry {
  readonly type: "task_start";
  /** Id within the session, as `t1`. */
  readonly task: string;
  /** Session id of the agent that works on it. */
  readonly agent: string;
  /** The agent's name. */
  readonly name: string;
  /** A few words, for people. */
  readonly description: string;
  /** Id of the agent that started it, if that is a sub-agent of this session. */
  readonly by?: string;
  readonly worktree?: TaskPlace;
}

/** A task ended. */
export interface TaskEndEntry extends Entry {
  readonly type: "task_end";
  readonly task: string;
  readonly ending: TaskEnding;
  /** The result, as the model reads it. */
  readonly text: string;
}

/** A command started in the background of the session. */
export interface JobStartEntry extends Entry {
  readonly type: "job_start";
  /** Id within the session, as `j1`. */
  readonly job: string;
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Id of the agent that started it, if that is a sub-agent of this session. */
  readonly by?: string;
}

/** A job ended. */
export interface JobEndEntry extends Entry {
  readonly type: "job_end";
  readonly job: string;
  readonly ending: JobEnding;
  /** The result, as the model reads it. */
  readonly text: string;
}

export type TaskEntry = TaskStartEntry | TaskEndEntry;

export type JobEntry = JobStartEntry | JobEndEntry;

export const isTaskEntry = (entry: Entry): entry is TaskEntry => entry.type === "task_start" || entry.type === "task_end";

export const isJobEntry = (entry: Entry): entry is JobEntry => entry.type === "job_start" || entry.type === "job_end";

/** Entries about tasks and jobs belong to the session that started them: a fork does not copy them. */
export const isBackgroundEntry = (entry: Entry): entry is TaskEntry | JobEntry => isTaskEntry(entry) || isJobEntry(entry);
