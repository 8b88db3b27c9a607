import { questionTool } from "coxswain/tools";
import type { CommandArguments, TASK } from "../../commands/index.ts";
import { configure, flagSettings, NoModelError } from "../../configuration/index.ts";
import { type CommandRunner, EXIT, type ExitCode, interruption, type ProcessContext } from "../../process/index.ts";
import { type Display, reportFailedStart } from "../../prompt/index.ts";
import {
  colorlessTheme,
  DialogScreen,
  OpenQuestions,
  OpenTextQuestions,
  paletteTheme,
  processTerminal,
  processTimer,
} from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import type { PreparedTask, SharedTask } from "../prepare-task.ts";
import { type ScreenMode, screenMode } from "../screen-mode.ts";
import type { TaskLocation } from "../task-location.ts";
import { type TaskValues, withSession } from "../task-values.ts";
import { slashNameOf } from "../unknown-slash.ts";
import { firstStart } from "./first-start.ts";
import { interactiveTask } from "./interactive-task.ts";
import { offerTour } from "./offer-tour.ts";
import { pickSession } from "./pick-session.ts";

export interface InteractiveOptions {
  readonly display: Display;
  readonly context: ProcessContext;
  readonly help: () => string;
  readonly runCommand: CommandRunner;
}

/** `cox` at a terminal: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = async (
  { values: typed, positionals }: CommandArguments<typeof TASK>,
  { display, context, help, runCommand }: InteractiveOptions,
): Promise<ExitCode> => {
  const mode = await modeOf(typed, context).catch((error: unknown) => reportFailedStart(error, display, context));
  if (typeof mode === "number") return mode;
  const id = typed.resume === true ? await pickSession(mode, context) : typed.resume;
  if (typed.resume === true && id === undefined) return EXIT.done;
  const values = withSession(typed, id);
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const isUnasked = values.yes === true || values.mode === "yolo";
  const approver = { ask: questions.ask, tools: isUnasked ? [] : [questionTool(textQuestions.ask)] };
  const words = positionals.join(" ");
  const command = slashNameOf(words) === undefined ? undefined : words;
  const show = (task: PreparedTask | SharedTask): Promise<ExitCode> =>
    interactiveTask({ task, words, command, mode, questions, textQuestions, runCommand }, context);
  return withOwnSession(
    { values, positionals: command === undefined ? positionals : [] },
    {
      purpose: "screen",
      approver,
      display,
      context,
      begin: async (location) => {
        const start = mode === "plain" ? "session" : await begin(values, location, context);
        if (start === "tour") return runCommand(["tour"], context);
        return start === "session" ? undefined : start;
      },
      run: show,
      runShared: show,
      onFailedStart: async (error) => {
        if (error instanceof NoModelError && words === "" && Object.keys(values).length === 0) return offerTour(context, help);
        return reportFailedStart(error, display, context);
      },
    },
  );
};

/** A project cannot set the mode, so that the folder does not matter. */
const modeOf = async (typed: CommandArguments<typeof TASK>["values"], { env, cwd }: ProcessContext): Promise<ScreenMode> => {
  const { settings } = await configure({ env, cwd, flags: flagSettings(withSession(typed, undefined)) });
  return screenMode(settings, env);
};

/** Asks for what is missing before the session. Returns the exit code if the user leaves, or a signal ends the process. */
const begin = async (values: TaskValues, location: TaskLocation, context: ProcessContext): Promise<"session" | "tour" | ExitCode> => {
  using interrupted = interruption(context.signals);
  const opened: DialogScreen[] = [];
  // A second signal exits at once, which must not leave the terminal without echo.
  const restore = (): void => opened.forEach((screen) => screen.close());
  const open = (): DialogScreen => {
    const theme = (context.env["NO_COLOR"] ?? "") === "" ? paletteTheme : colorlessTheme;
    const screen = new DialogScreen({ terminal: processTerminal(context.env), timer: processTimer, theme });
    interrupted.signal.addEventListener("abort", () => screen.cancel(), { once: true });
    opened.push(screen);
    return screen;
  };
  process.once("exit", restore);
  try {
    const start = await firstStart({ values, location, context, open });
    return interrupted.code ?? (start === "leave" ? EXIT.done : start);
  } finally {
    process.off("exit", restore);
  }
};
