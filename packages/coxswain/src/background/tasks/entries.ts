import type { Entry } from "../../log/index.ts";
import type { TaskEnding, TaskPlace } from "../../journal/index.ts";

/** A task goes on in the background of the session from here on. */
export interface TaskStartEntry extends Entry {
  readonly type: "task_start";
  /** Names it within the session, as `t1`. */
  readonly task: string;
  /** Id of the session of the agent that works on it. */
  readonly agent: string;
  /** The agent's name. */
  readonly name: string;
  /** In a few words, for people. */
  readonly description: string;
  /** Id of the agent that began it, where that is one below this session. */
  readonly by?: string;
  readonly worktree?: TaskPlace;
}

/** It goes on no more. */
export interface TaskEndEntry extends Entry {
  readonly type: "task_end";
  readonly task: string;
  readonly ending: TaskEnding;
  /** What came of it, as the model is told it. */
  readonly text: string;
}

const isTaskStart = (entry: Entry): entry is TaskStartEntry => entry.type === "task_start";

export const isTaskEnd = (entry: Entry): entry is TaskEndEntry => entry.type === "task_end";

/** An entry about tasks: they are those of the session that began them, and go along with no fork of it. */
export type TaskEntry = TaskStartEntry | TaskEndEntry;

export const isOfTasks = (entry: Entry): entry is TaskEntry => isTaskStart(entry) || isTaskEnd(entry);
