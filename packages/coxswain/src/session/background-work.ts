import { isMessage } from "../loop/index.ts";
import { textOf } from "../model/index.ts";
import { plainText } from "../tools/index.ts";
import type { Background } from "./session-background.ts";

/** The background commands and tasks of a session. `state.jobs` and `state.tasks` of the session list them. */
export interface BackgroundWork {
  /**
   * Returns the last output of a running command, the last text of a running task's agent, or the result of one that has ended,
   * without control characters. The model gets its output regardless. Undefined if this process has none of this id.
   */
  outputOf(id: string): string | undefined;
  /** Stops a command or a task. Returns false if none of this id is running. The model is notified of its end. */
  stop(id: string): boolean;
}

export const backgroundWork = ({ jobs, tasks }: Background): BackgroundWork => ({
  outputOf(id) {
    const job = jobs.find(id);
    if (job !== undefined) return plainText(job.isOver ? job.text : job.recent.toWellFormed()).trimEnd();
    const task = tasks?.background.find(id);
    if (task === undefined || task.isOver) return task?.text;
    const last = task.subAgent?.entries.findLast(
      (entry) => isMessage(entry) && entry.message.role === "assistant" && textOf(entry.message) !== "",
    );
    return last !== undefined && isMessage(last) ? textOf(last.message) : "";
  },
  stop(id) {
    const job = jobs.find(id);
    const task = tasks?.background.find(id);
    if (job?.isOver === false) job.stop();
    else if (task?.isOver === false) task.stop("The user stopped it.");
    else return false;
    return true;
  },
});
