import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { CommandArguments, TASK } from "../../commands/index.ts";
import { type CommandRunner, EXIT, type ExitCode, type ProcessContext } from "../../process/index.ts";
import { type Display, reportFailedStart } from "../../prompt/index.ts";
import { colorlessTheme, DialogScreen, OpenQuestions, paletteTheme, processTimer } from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import { taskLocation } from "../task-location.ts";
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
  const open = (): DialogScreen => {
    const theme = (context.env["NO_COLOR"] ?? "") === "" ? paletteTheme : colorlessTheme;
    return new DialogScreen({ terminal: new ProcessTerminal(), timer: processTimer, theme });
  };
  try {
    const start = await firstStart({ values: args.values, location: await taskLocation(args.values, context), context, open });
    if (start === "leave") return EXIT.done;
    if (start === "tour") return await runCommand(["tour"], processContext);
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
