import type { CommandArguments, TASK } from "../../commands/index.ts";
import type { ExitCode, ProcessContext } from "../../process/index.ts";
import type { Display } from "../../prompt/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { taskLocation } from "../task-location.ts";
import { prepareTask } from "../prepare-task.ts";
import { refuse } from "../refuse.ts";
import { driveTask } from "./drive-task.ts";
import { stdioClient } from "./client.ts";

/**
 * `cox --input-format stream-json`: a program sends messages over stdin. A task on the command line is the first
 * message.
 */
export const driveAction = async (
  { values, positionals }: CommandArguments<typeof TASK>,
  display: Display,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const program = stdioClient(values, surroundings);
  try {
    const place = await taskLocation(values, surroundings);
    const input = await taskPrompt({ words: positionals.join(" "), piped: undefined, cwd: place.cwd });
    const task = await prepareTask(values, input, place, surroundings, program, "drive");
    try {
      if (task.kind === "prepared") return await driveTask(task, program, display, surroundings);
      task.debug?.[Symbol.dispose]();
      return refuse(task.inUse, display, surroundings);
    } finally {
      await task.extensions?.close();
    }
  } catch (error) {
    return refuse(error, display, surroundings);
  }
};
