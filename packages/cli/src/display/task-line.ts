import type { TaskInfo } from "coxswain/session";
import { escapeLine } from "../output/index.ts";

const ENDINGS: Readonly<Record<NonNullable<TaskInfo["ending"]>, string>> = {
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

/** Formats the state of a background task as one line. */
export const taskLine = ({ id, name, description, state, ending = "done", worktree }: TaskInfo): string => {
  const how = state === "done" ? ENDINGS[ending] : STATES[state];
  const where = worktree === undefined || state !== "running" ? "" : ` in ${escapeLine(worktree.path)}`;
  return `Task ${escapeLine(id)} (${escapeLine(name)}: ${escapeLine(description)}) ${how}${where}`;
};
