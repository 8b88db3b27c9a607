import { systemObject } from "./system-object.ts";
import type { TaskInfo } from "coxswain/session";

/** State of a background task in Claude Code's format, which knows only started and finished. */
export const taskObject = ({ id, name, description, state, ending = "done" }: TaskInfo): object => {
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
