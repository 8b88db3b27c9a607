import type { ExitCode, ProcessContext } from "../process/index.ts";
import { type Display, reportFailedStart } from "../prompt/index.ts";
import { taskPrompt } from "../task/index.ts";
import type { Approver } from "./approver.ts";
import { type PreparedTask, prepareTask, type SharedTask } from "./prepare-task.ts";
import { type TaskLocation, taskLocation } from "./task-location.ts";
import type { TaskConfigurations } from "./task-configurations.ts";
import type { TaskArguments } from "./task-values.ts";

export interface OwnSessionOptions {
  /** `drive`: a program sends messages. `screen`: a user types them. */
  readonly purpose: "drive" | "screen";
  readonly approver: Approver;
  readonly display: Display;
  readonly context: ProcessContext;
  /** Default: the configuration is read. */
  readonly configurations?: TaskConfigurations;
  /** Asks for what is missing before the session. Returns an exit code if there will be none. Default: asks for nothing. */
  readonly begin?: (location: TaskLocation) => Promise<ExitCode | undefined>;
  /** Runs the session until its client or user leaves it. */
  readonly run: (task: PreparedTask) => Promise<ExitCode>;
  /** Shows a session that another process has open. Default: reports it. */
  readonly runShared?: (task: SharedTask) => Promise<ExitCode>;
}

/** Opens a session that several prompts may follow, and runs it. */
export const withOwnSession = async (
  { values, positionals }: TaskArguments,
  { purpose, approver, display, context, configurations, begin = async () => undefined, run, runShared }: OwnSessionOptions,
): Promise<ExitCode> => {
  try {
    const place = await taskLocation(values, context);
    const ended = await begin(place);
    if (ended !== undefined) return ended;
    const warn = (line: string): void => context.stderr.message(line);
    const input = await taskPrompt({ words: positionals.join(" "), piped: undefined, cwd: place.cwd, warn });
    const task = await prepareTask(values, input, place, context, {
      approver,
      purpose,
      ...(configurations === undefined ? {} : { configurations }),
    });
    try {
      if (task.kind === "prepared") return await run(task);
      if (runShared !== undefined) return await runShared(task);
      task.debug?.[Symbol.dispose]();
      return reportFailedStart(task.inUse, display, context);
    } finally {
      await task.release();
    }
  } catch (error) {
    return reportFailedStart(error, display, context);
  }
};
