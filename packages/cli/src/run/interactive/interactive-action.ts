import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { CommandArguments, TASK } from "../../commands/index.ts";
import { type CommandRunner, EXIT, type ExitCode, interruption, type ProcessContext } from "../../process/index.ts";
import { type Display, reportFailedStart } from "../../prompt/index.ts";
import { colorlessTheme, DialogScreen, OpenQuestions, paletteTheme, processTimer } from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import { taskLocation } from "../task-location.ts";
import type { TaskValues } from "../task-values.ts";
import { slashNameOf } from "../unknown-slash.ts";
import { firstStart } from "./first-start.ts";
import { interactiveTask } from "./interactive-task.ts";
import { screenOutput } from "./screen-output.ts";

/** `cox --screen inline`: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = async (
  args: CommandArguments<typeof TASK>,
  display: Display,
  processContext: ProcessContext,
  runCommand: CommandRunner,
): Promise<ExitCode> => {
  const questions = new OpenQuestions();
  const messages = screenOutput(processContext.stderr);
  const context = { ...processContext, stderr: messages.output };
  try {
    const start = await begin(args.values, context);
    if (start === "tour") return await runCommand(["tour"], processContext);
    if (start !== "session") return start;
  } catch (error) {
    return reportFailedStart(error, display, context);
  }
  const approver = { ask: questions.ask, tools: [] };
  const words = args.positionals.join(" ");
  const command = slashNameOf(words) === undefined ? undefined : words;
  const run = { questions, messages, context, runCommand, command };
  const own = command === undefined ? args : { ...args, positionals: [] };
  return withOwnSession(own, { approver, display, context, run: (task) => interactiveTask(task, run) });
};

/** Asks for what is missing before the session. Returns the exit code if the user leaves, or a signal ends the process. */
const begin = async (values: TaskValues, context: ProcessContext): Promise<"session" | "tour" | ExitCode> => {
  using interrupted = interruption(context.signals);
  const opened: DialogScreen[] = [];
  // A second signal exits at once, which must not leave the terminal without echo.
  const restore = (): void => opened.forEach((screen) => screen[Symbol.dispose]());
  const open = (): DialogScreen => {
    const theme = (context.env["NO_COLOR"] ?? "") === "" ? paletteTheme : colorlessTheme;
    const screen = new DialogScreen({ terminal: new ProcessTerminal(), timer: processTimer, theme });
    interrupted.signal.addEventListener("abort", () => screen.cancel(), { once: true });
    opened.push(screen);
    return screen;
  };
  process.once("exit", restore);
  try {
    const start = await firstStart({ values, location: await taskLocation(values, context), context, open });
    return interrupted.code ?? (start === "leave" ? EXIT.done : start);
  } finally {
    process.off("exit", restore);
  }
};
