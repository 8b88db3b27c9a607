import type { CommandArguments, TASK } from "../../commands/index.ts";
import type { ExitCode, ProcessContext } from "../../process/index.ts";
import type { Display } from "../../prompt/index.ts";
import { reportFailedStart } from "../../prompt/index.ts";
import { OpenQuestions } from "../../screen/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { prepareTask } from "../prepare-task.ts";
import { taskLocation } from "../task-location.ts";
import { interactiveTask } from "./interactive-task.ts";

/** `cox --screen inline`: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = async (
  { values, positionals }: CommandArguments<typeof TASK>,
  display: Display,
  context: ProcessContext,
): Promise<ExitCode> => {
  const questions = new OpenQuestions();
  try {
    const place = await taskLocation(values, context);
    const warn = (line: string): void => context.stderr.message(line);
    const input = await taskPrompt({ words: positionals.join(" "), piped: undefined, cwd: place.cwd, warn });
    const task = await prepareTask(values, input, place, context, { ask: questions.ask, tools: [] }, "drive");
    try {
      if (task.kind === "prepared") return await interactiveTask(task, questions, context);
      task.debug?.[Symbol.dispose]();
      return reportFailedStart(task.inUse, display, context);
    } finally {
      await task.extensions?.close();
    }
  } catch (error) {
    return reportFailedStart(error, display, context);
  }
};
