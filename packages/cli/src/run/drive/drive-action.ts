import type { CommandArguments, TASK } from "../../commands/index.ts";
import type { ExitCode, ProcessContext } from "../../process/index.ts";
import { type Display, reportFailedStart } from "../../prompt/index.ts";

import { taskPrompt } from "../../task/index.ts";
import { taskLocation } from "../task-location.ts";
import { prepareTask } from "../prepare-task.ts";
import { driveTask } from "./drive-task.ts";
import { stdioClient } from "./client.ts";

/**
 * `cox --input-format stream-json`: a program sends messages over stdin. A task on the command line is the first
 * message.
 */
export const driveAction = async (
  { values, positionals }: CommandArguments<typeof TASK>,
  display: Display,
  context: ProcessContext,
): Promise<ExitCode> => {
  const program = stdioClient(values, context);
  try {
    const place = await taskLocation(values, context);
    const warn = (line: string): void => context.stderr.message(line);
    const input = await taskPrompt({ words: positionals.join(" "), piped: undefined, cwd: place.cwd, warn });
    const task = await prepareTask(values, input, place, context, program, "drive");
    try {
      if (task.kind === "prepared") return await driveTask(task, program, display, context);
      task.debug?.[Symbol.dispose]();
      return reportFailedStart(task.inUse, display, context);
    } finally {
      await task.extensions?.close();
    }
  } catch (error) {
    return reportFailedStart(error, display, context);
  }
};
