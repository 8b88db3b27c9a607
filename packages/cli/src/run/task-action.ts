import { UsageError } from "../argv/index.ts";
import { jsonDisplay, streamJsonDisplay, textDisplay } from "../display/index.ts";
import type { CommandArguments, TASK } from "../commands/index.ts";
import { type ExitCode, type ProcessContext, confirm, EXIT, isInteractive } from "../process/index.ts";
import type { Watcher } from "../follow/index.ts";
import { type Display, reportFailedStart } from "../prompt/index.ts";
import { pipedText, taskPrompt } from "../task/index.ts";
import { checkValues, isNew, type TaskValues } from "./task-values.ts";
import { followTask } from "./follow-task.ts";
import { nonInteractive, type TerminalUser, terminalUser, type Approver } from "./approver.ts";
import { sessionWatcher } from "./session-watcher.ts";
import { runSlash } from "./run-slash.ts";
import { runTask } from "./run-task.ts";
import { taskLocation, type TaskLocation } from "./task-location.ts";
import { type PreparedTask, prepareTask, type SharedTask } from "./prepare-task.ts";
import { extensionSlash, type Slash, parseBuiltInSlash } from "./slash.ts";
import { chooseModel, configure, NoModelError } from "../configuration/index.ts";

/** Milliseconds to wait for piped input if the command line has a task. */
const PATIENCE = 3000;

/** `cox "task"`. */
export const taskAction = async (given: CommandArguments<typeof TASK>, context: ProcessContext, help: () => string): Promise<ExitCode> => {
  checkValues(given.values);
  const person = terminalUser(given.values, context);
  const display = displayFor(given.values, context, person);
  if (given.values["input-format"] === "stream-json") return (await import("./drive/index.ts")).driveAction(given, display, context);
  const slash = parseBuiltInSlash(given.positionals.join(" "));
  const present = person ?? nonInteractive;
  const preparing = slash === undefined ? prepare(given, context, present, help) : prepareSlash(slash, given, context, present);
  const task = await preparing.catch((error: unknown) => reportFailedStart(error, display, context));
  if (typeof task === "number") return task;
  try {
    return await perform(slash, task, display, context, (sessionId) => sessionWatcher(given.values, context, person, sessionId));
  } finally {
    await task.extensions?.close();
  }
};

const perform = async (
  own: Slash | undefined,
  task: Task,
  display: Display,
  context: ProcessContext,
  onlooker: (sessionId: string) => Watcher,
): Promise<ExitCode> => {
  const slash = own ?? extensionSlash(task.said, task.extensions, context);
  if (task.kind === "prepared") {
    return slash === undefined ? runTask(task, display, context) : runSlash(slash, task, display, context);
  }
  if (slash !== undefined) return reportFailedStart(task.inUse, display, context);
  return followTask(task, display, context, onlooker(task.inUse.sessionId)).catch((error: unknown) =>
    reportFailedStart(error, display, context),
  );
};

/** `said`: the words of the command line, followed by the piped text. */
type Task = (PreparedTask | SharedTask) & { readonly said: string };

const prepare = async (
  { values, positionals }: CommandArguments<typeof TASK>,
  context: ProcessContext,
  present: Approver,
  help: () => string,
): Promise<Task | ExitCode> => {
  const words = positionals.join(" ");
  const place = await taskLocation(values, context);
  const piped = await pipedText(context, words === "" ? {} : { patience: PATIENCE });
  const input = await taskPrompt({ words, piped, cwd: place.cwd });
  const goesOn = !isNew(values) && values.fork !== true;
  if (input === undefined && !goesOn) return noTask(values, place, context, help);
  const task = await prepareTask(values, input, place, context, present);
  return { ...task, said: [words, ...(piped === undefined ? [] : [piped])].join("\n") };
};

/** Options that apply to runs only. */
const LIMITS = ["max-turns", "max-budget-usd", "max-time", "output-schema"] as const;

/** Prepares a slash command. Rejects if another process has the session open, because only its owner can change it. */
const prepareSlash = async (
  { name }: Slash,
  { values }: CommandArguments<typeof TASK>,
  context: ProcessContext,
  present: Approver,
): Promise<Task> => {
  if (isNew(values)) throw new UsageError(`/${name} needs an existing session: add -c or -r ID`);
  const limit = LIMITS.find((option) => values[option] !== undefined);
  if (limit !== undefined) throw new UsageError(`--${limit} cannot be used with /${name}`);
  const task = await prepareTask(values, undefined, await taskLocation(values, context), context, present, "look");
  if (task.kind === "prepared") return { ...task, said: "" };
  await task.extensions?.close();
  task.debug?.[Symbol.dispose]();
  throw task.inUse;
};

const displayFor = (values: TaskValues, context: ProcessContext, person: TerminalUser | undefined): Display => {
  switch (values["output-format"] ?? "text") {
    case "text":
      return textDisplay(context, { formed: values["output-schema"] !== undefined, quiet: () => person?.asker.quiet });
    case "json":
      return jsonDisplay(context, Date.now);
    case "stream-json":
      return streamJsonDisplay(context, {
        partial: values["include-partial-messages"] === true,
        now: Date.now,
      });
  }
};

/** `cox` without a task: prints the help at a terminal, or offers the tour if no model is available. */
export const noTask = async (values: TaskValues, { cwd }: TaskLocation, context: ProcessContext, help: () => string): Promise<ExitCode> => {
  const { stdout, stderr, env } = context;
  if (Object.keys(values).length > 0 || !isInteractive(context)) throw new UsageError('no task given. Try: cox "fix the failing test"');
  if (!(await hasModel(cwd, env))) {
    stderr.write("No API key and no local model server found. Run `cox doctor` for details.\n");
    if (await confirm(context, "Take the tour, in which a scripted model fixes a small project?")) {
      const { tourAction } = await import("../tour/index.ts");
      return tourAction({ values: {}, positionals: [] }, context);
    }
  }
  stdout.write(help());
  return EXIT.done;
};

const hasModel = async (cwd: string, env: ProcessContext["env"]): Promise<boolean> => {
  try {
    await chooseModel(await configure({ env, cwd }));
    return true;
  } catch (error) {
    if (error instanceof NoModelError) return false;
    throw error;
  }
};
