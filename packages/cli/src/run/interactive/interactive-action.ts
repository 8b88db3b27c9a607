import { questionTool } from "coxswain/tools";
import type { CommandArguments, TASK } from "../../commands/index.ts";
import type { ExitCode, ProcessContext } from "../../process/index.ts";
import type { Display } from "../../prompt/index.ts";
import { OpenQuestions, OpenTextQuestions } from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import { interactiveTask } from "./interactive-task.ts";

/** `cox --screen inline`: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = (args: CommandArguments<typeof TASK>, display: Display, context: ProcessContext): Promise<ExitCode> => {
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const approver = { ask: questions.ask, tools: [questionTool(textQuestions.ask)] };
  return withOwnSession(args, { approver, display, context, run: (task) => interactiveTask(task, { questions, textQuestions }, context) });
};
