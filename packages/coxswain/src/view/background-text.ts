import type { TaskInfo } from "../journal/index.ts";
import type { JobInfo } from "../loop/index.ts";

const TASK_ENDINGS: Readonly<Record<NonNullable<TaskInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  limit: "reached a limit",
  aborted: "was stopped",
  interrupted: "was interrupted",
};

const STATES: Readonly<Record<Exclude<TaskInfo["state"], "done">, string>> = {
  waiting: "is queued",
  running: "is running in the background",
  blocked: "is waiting for an answer",
};

const JOB_ENDINGS: Readonly<Record<NonNullable<JobInfo["ending"]>, string>> = {
  done: "finished",
  failed: "failed",
  timeout: "timed out",
  stopped: "was stopped",
  interrupted: "was interrupted",
};

/** Describes the state of a background task. Not escaped. */
export const taskText = ({ id, name, description, state, ending = "done", worktree }: TaskInfo): string => {
  const how = state === "done" ? TASK_ENDINGS[ending] : STATES[state];
  const where = worktree === undefined || state !== "running" ? "" : ` in ${worktree.path}`;
  return `Task ${id}${name === "" ? "" : ` (${name}: ${description})`} ${how}${where}`;
};

/** Describes the state of a background command. Not escaped. */
export const jobText = ({ id, command, ending }: JobInfo): string =>
  `Job ${id}${command === "" ? "" : ` (${command})`} ${ending === undefined ? "is running in the background" : JOB_ENDINGS[ending]}`;
