import type { RunHook } from "../../loop/index.ts";
import type { BackgroundTasks } from "./background-tasks.ts";

export interface TaskNoticesParts {
  readonly background: BackgroundTasks;
  /** Whether a run waits at its end for running tasks. */
  readonly awaited: boolean;
  /** Whether the run's inbox is empty. */
  readonly nothingSaid: () => boolean;
}

/** Adds the completion notices of background tasks to a run, before its next request and at its end. */
export const taskNotices = ({ background, awaited, nothingSaid }: TaskNoticesParts): RunHook => ({
  async turnStart() {
    await background.closeInterrupted();
    return { tell: background.owed };
  },
  async turnEnd({ last }, signal) {
    await background.closeInterrupted();
    if (last && awaited) await untilNotice(background, nothingSaid, signal);
    return { tell: background.owed };
  },
});

/** Resolves when there is a notice or a message for the run, or when no task runs. */
const untilNotice = async (background: BackgroundTasks, nothingSaid: () => boolean, signal: AbortSignal): Promise<void> => {
  while (background.going.length > 0 && background.owed.length === 0 && nothingSaid() && !signal.aborted) await background.news(signal);
};
