import { questionTool } from "coxswain/tools";
import type { CommandArguments, TASK } from "../../commands/index.ts";
import { configure, flagSettings } from "../../configuration/index.ts";
import { type CommandRunner, EXIT, type ExitCode, type ProcessContext } from "../../process/index.ts";
import { type Display, reportFailedStart } from "../../prompt/index.ts";
import { OpenQuestions, OpenTextQuestions } from "../../screen/index.ts";
import { withOwnSession } from "../own-session.ts";
import type { PreparedTask, SharedTask } from "../prepare-task.ts";
import { type ScreenMode, screenMode } from "../screen-mode.ts";
import { type TaskConfigurations, taskConfigurations } from "../task-configurations.ts";
import { taskLocation } from "../task-location.ts";
import { withSession } from "../task-values.ts";
import { slashNameOf } from "../unknown-slash.ts";
import { beforeSession } from "./before-session.ts";
import { firstStart } from "./first-start.ts";
import { interactiveTask } from "./interactive-task.ts";
import { pickSession } from "./pick-session.ts";

export interface InteractiveOptions {
  readonly display: Display;
  readonly context: ProcessContext;
  readonly runCommand: CommandRunner;
}

/** `cox` at a terminal: an interactive session. A task on the command line is its first prompt. */
export const interactiveAction = async (
  { values: typed, positionals }: CommandArguments<typeof TASK>,
  { display, context, runCommand }: InteractiveOptions,
): Promise<ExitCode> => {
  const opened = await openConfigurations(typed, context).catch((error: unknown) => reportFailedStart(error, display, context));
  if (typeof opened === "number") return opened;
  const { mode, configurations } = opened;
  const chosen = await chosenSession(mode, typed, context).catch((error: unknown) => reportFailedStart(error, display, context));
  if (typeof chosen === "number") return chosen;
  const values = withSession(typed, chosen);
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const isUnasked = values.yes === true || values.mode === "yolo";
  const approver = { ask: questions.ask, tools: isUnasked ? [] : [questionTool(textQuestions.ask)], askUser: textQuestions.ask };
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
      configurations,
      begin: async (location) => {
        const start = { values, location, configurations, context };
        const { code, answer } = await beforeSession(mode, context, (open) => firstStart({ ...start, open }));
        if (code === undefined && answer === "tour") return runCommand(["tour"], context);
        return answer === "leave" ? (code ?? EXIT.done) : code;
      },
      run: show,
      runShared: show,
    },
  );
};

/** Reads the mode, and with it the configuration of a task whose folder is known. */
const openConfigurations = async (
  typed: CommandArguments<typeof TASK>["values"],
  context: ProcessContext,
): Promise<{ readonly mode: ScreenMode; readonly configurations: TaskConfigurations }> => {
  const { env } = context;
  const values = withSession(typed, undefined);
  const configurations = taskConfigurations(values, context);
  // A project cannot set the mode, so that the folder of another session does not matter. It is not trusted.
  const { settings } =
    typed.resume === undefined
      ? await configurations.of((await taskLocation(values, context)).cwd)
      : await configure({ env, cwd: context.cwd, flags: flagSettings(values) });
  return { mode: screenMode(settings, env), configurations };
};

/** Asks for the session of a bare `-r`. Returns the exit code if the user leaves, or a signal ends the process. */
const chosenSession = async (
  mode: ScreenMode,
  { resume }: CommandArguments<typeof TASK>["values"],
  context: ProcessContext,
): Promise<string | undefined | ExitCode> => {
  if (resume !== true) return resume;
  const { code, answer } = await beforeSession(mode, context, (open) => pickSession(open, context));
  return code ?? answer ?? EXIT.done;
};
