/** How a task ended. `interrupted`: the process that it worked in did. */
export type TaskEnding = "done" | "failed" | "limit" | "aborted" | "interrupted";

/** Where an agent works apart. */
export interface TaskPlace {
  /** Absolute. */
  readonly path: string;
  readonly branch: string;
}

/** A task that goes on in the background of a session, or did. */
export interface TaskInfo {
  /** Within the session, as `t1`. */
  readonly id: string;
  /** Id of the session of the agent that works on it. */
  readonly agent: string;
  /** The agent's name. */
  readonly name: string;
  /** In a few words. */
  readonly description: string;
  /** `waiting`: for a free place. `blocked`: for the answer to a question of permission, its own or of an agent below it. */
  readonly state: "waiting" | "running" | "blocked" | "done";
  /** With `done`. */
  readonly ending?: TaskEnding;
  /** Milliseconds since the epoch at which it was begun. */
  readonly begunAt: number;
  readonly worktree?: TaskPlace;
}

/** A task in the background has begun, or is in another state. */
export interface TaskEvent {
  readonly type: "task_change";
  readonly task: TaskInfo;
}
