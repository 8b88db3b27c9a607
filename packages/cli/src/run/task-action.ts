import { UsageError } from "../argv/index.ts";
import { jsonDisplay, streamJsonDisplay, textDisplay } from "../display/index.ts";
import type { CommandArguments, TASK } from "../commands/index.ts";
import type { ExitCode, ProcessContext } from "../process/index.ts";
import type { Watcher } from "../follow/index.ts";
import type { Display } from "../prompt/index.ts";
import { pipedText, taskPrompt } from "../task/index.ts";
import { checkValues } from "./check-values.ts";
import { followTask } from "./follow-task.ts";
import { nonInteractive } from "./non-interactive.ts";
import { sessionWatcher } from "./watcher.ts";
import { performSlash } from "./perform-slash.ts";
import { performTask } from "./perform-task.ts";
import { type TerminalUser, terminalUser } from "./terminal-user.ts";
import { taskLocation } from "./task-location.ts";
import type { Approver } from "./approver.ts";
import { type PreparedTask, prepareTask, type SharedTask } from "./prepare-task.ts";
import { refuse } from "./refuse.ts";
import { extensionSlash, type Slash, parseBuiltInSlash } from "./slash/index.ts";
import { isNew, type TaskValues } from "./task-values.ts";
import { noTask } from "./no-task.ts";

/** Milliseconds to wait for piped input if the command line has a task. */
const PATIENCE = 3000;

/** `cox "task"`. */
export const taskAction = async (
  given: CommandArguments<typeof TASK>,
  surroundings: ProcessContext,
  help: () => string,
): Promise<ExitCode> => {
  checkValues(given.values);
  const person = terminalUser(given.values, surroundings);
  const display = displayFor(given.values, surroundings, person);
  if (given.values["input-format"] === "stream-json") return (await import("./drive/index.ts")).driveAction(given, display, surroundings);
  const slash = parseBuiltInSlash(given.positionals.join(" "));
  const present = person ?? nonInteractive;
  const preparing = slash === undefined ? prepare(given, surroundings, present, help) : prepareSlash(slash, given, surroundings, present);
  const task = await preparing.catch((error: unknown) => refuse(error, display, surroundings));
  if (typeof task === "number") return task;
  try {
    return await perform(slash, task, display, surroundings, (sessionId) => sessionWatcher(given.values, surroundings, person, sessionId));
  } finally {
    await task.extensions?.close();
  }
};

const perform = async (
  own: Slash | undefined,
  task: Task,
  display: Display,
  surroundings: ProcessContext,
  onlooker: (sessionId: string) => Watcher,
): Promise<ExitCode> => {
  const slash = own ?? extensionSlash(task.said, task.extensions, surroundings);
  if (task.kind === "prepared") {
    return slash === undefined ? performTask(task, display, surroundings) : performSlash(slash, task, display, surroundings);
  }
  if (slash !== undefined) return refuse(task.inUse, display, surroundings);
  return followTask(task, display, surroundings, onlooker(task.inUse.sessionId)).catch((error: unknown) =>
    refuse(error, display, surroundings),
  );
};

/** `said`: the words of the command line, followed by the piped text. */
type Task = (PreparedTask | SharedTask) & { readonly said: string };

const prepare = async (
  { values, positionals }: CommandArguments<typeof TASK>,
  surroundings: ProcessContext,
  present: Approver,
  help: () => string,
): Promise<Task | ExitCode> => {
  const words = positionals.join(" ");
  const place = await taskLocation(values, surroundings);
  const piped = await pipedText(surroundings, words === "" ? {} : { patience: PATIENCE });
  const input = await taskPrompt({ words, piped, cwd: place.cwd });
  const goesOn = !isNew(values) && values.fork !== true;
  if (input === undefined && !goesOn) return noTask(values, place, surroundings, help);
  const task = await prepareTask(values, input, place, surroundings, present);
  return { ...task, said: [words, ...(piped === undefined ? [] : [piped])].join("\n") };
};

/** Options that apply to runs only. */
const LIMITS = ["max-turns", "max-budget-usd", "max-time", "output-schema"] as const;

/** Prepares a slash command. Rejects if another process has the session open, because only its owner can change it. */
const prepareSlash = async (
  { name }: Slash,
  { values }: CommandArguments<typeof TASK>,
  surroundings: ProcessContext,
  present: Approver,
): Promise<Task> => {
  if (isNew(values)) throw new UsageError(`/${name} needs an existing session: add -c or -r ID`);
  const limit = LIMITS.find((option) => values[option] !== undefined);
  if (limit !== undefined) throw new UsageError(`--${limit} cannot be used with /${name}`);
  const task = await prepareTask(values, undefined, await taskLocation(values, surroundings), surroundings, present, "look");
  if (task.kind === "prepared") return { ...task, said: "" };
  await task.extensions?.close();
  task.debug?.[Symbol.dispose]();
  throw task.inUse;
};

const displayFor = (values: TaskValues, surroundings: ProcessContext, person: TerminalUser | undefined): Display => {
  switch (values["output-format"] ?? "text") {
    case "text":
      return textDisplay(surroundings, { formed: values["output-schema"] !== undefined, quiet: () => person?.asker.quiet });
    case "json":
      return jsonDisplay(surroundings, Date.now);
    case "stream-json":
      return streamJsonDisplay(surroundings, {
        partial: values["include-partial-messages"] === true,
        now: Date.now,
      });
  }
};
