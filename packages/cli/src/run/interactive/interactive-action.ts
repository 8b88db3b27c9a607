import type { CommandArguments, TASK } from "../../commands/index.ts";
import type { CommandRunner, ExitCode, ProcessContext } from "../../process/index.ts";
import type { Display } from "../../prompt/index.ts";
import { OpenQuestions } from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import { interactiveTask } from "./interactive-task.ts";
import { screenOutput } from "./screen-output.ts";

/** `cox --screen inline`: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = (
  args: CommandArguments<typeof TASK>,
  display: Display,
  processContext: ProcessContext,
  runCommand: CommandRunner,
): Promise<ExitCode> => {
  const questions = new OpenQuestions();
  const messages = screenOutput(processContext.stderr);
  const context = { ...processContext, stderr: messages.output };
  const approver = { ask: questions.ask, tools: [] };
  const run = { questions, messages, context, runCommand };
  return withOwnSession(args, { approver, display, context, run: (task) => interactiveTask(task, run) });
};
