import { questionTool } from "coxswain/tools";
import type { CommandArguments, TASK } from "../../commands/index.ts";
import { NoModelError } from "../../configuration/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../../process/index.ts";
import { type Display, reportFailedStart } from "../../prompt/index.ts";
import { OpenQuestions, OpenTextQuestions } from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import type { PreparedTask, SharedTask } from "../prepare-task.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { withSession } from "../task-values.ts";
import { interactiveTask } from "./interactive-task.ts";
import { offerTour } from "./offer-tour.ts";
import { pickSession } from "./pick-session.ts";

export interface InteractiveOptions {
  readonly mode: ScreenMode;
  readonly display: Display;
  readonly context: ProcessContext;
  readonly help: () => string;
}

/** `cox` at a terminal: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = async (
  { values: typed, positionals }: CommandArguments<typeof TASK>,
  { mode, display, context, help }: InteractiveOptions,
): Promise<ExitCode> => {
  const id = typed.resume === true ? await pickSession(mode, context) : typed.resume;
  if (typed.resume === true && id === undefined) return EXIT.done;
  const values = withSession(typed, id);
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const isUnasked = values.yes === true || values.mode === "yolo";
  const approver = { ask: questions.ask, tools: isUnasked ? [] : [questionTool(textQuestions.ask)] };
  const words = positionals.join(" ");
  const show = (task: PreparedTask | SharedTask): Promise<ExitCode> =>
    interactiveTask({ task, words, mode, questions, textQuestions }, context);
  return withOwnSession(
    { values, positionals },
    {
      purpose: "screen",
      approver,
      display,
      context,
      run: show,
      runShared: show,
      onFailedStart: async (error) => {
        if (error instanceof NoModelError && words === "" && Object.keys(values).length === 0) return offerTour(context, help);
        return reportFailedStart(error, display, context);
      },
    },
  );
};
