import { UsageError } from "../argv/index.ts";
import { jsonDisplay, streamJsonDisplay, textDisplay } from "../display/index.ts";
import type { CommandArguments, TASK } from "../commands/index.ts";
import { type CommandRunner, type ExitCode, type ProcessContext, interruption } from "../process/index.ts";
import type { Watcher } from "../follow/index.ts";
import { type Display, reportFailedStart, displays, displayRun } from "../prompt/index.ts";
import { pipedText, taskPrompt } from "../task/index.ts";
import { hasScreen } from "./screen-mode.ts";
import { checkValues, isNew, type TaskArguments, type TaskValues, withSession } from "./task-values.ts";
import { followTask } from "./follow-task.ts";
import { nonInteractive, type TerminalUser, terminalUser, type Approver } from "./approver.ts";
import { sessionWatcher } from "./session-watcher.ts";
import { runSlash } from "./run-slash.ts";
import { taskLocation } from "./task-location.ts";
import { type PreparedTask, prepareTask, type SharedTask } from "./prepare-task.ts";
import { extensionSlash, type Slash, parseBuiltInSlash } from "./slash.ts";
import { closeRuntime, discardSession } from "./close-session.ts";
import { damageNotice, movedNotice, shownSession } from "./session-view.ts";
import { pendingWork } from "./open-session.ts";
import { promptEvents, resumeEvents } from "./session-events.ts";
import { probeSandboxOnToolCall } from "./sandbox-probe.ts";

/** Milliseconds to wait for piped input if the command line has a task. */
const INPUT_TIMEOUT = 3000;

/** `cox "task"`: a session at the terminal, or a headless run. */
export const taskAction = async (
  args: CommandArguments<typeof TASK>,
  context: ProcessContext,
  runCommand: CommandRunner,
): Promise<ExitCode> => {
  const { values, positionals } = args;
  checkValues(values);
  const slash = parseBuiltInSlash(positionals.join(" "));
  if (slash === undefined && hasScreen(values, context)) {
    const { interactiveAction } = await import("./interactive/index.ts");
    return interactiveAction(args, { display: textDisplay(context), context, runCommand });
  }
  if (values.resume === true) throw new UsageError("-r needs a session here: -r ID. At a terminal, cox -r alone lists them");
  return headlessAction({ values: withSession(values, values.resume), positionals }, slash, context);
};

const headlessAction = async (args: TaskArguments, slash: Slash | undefined, context: ProcessContext): Promise<ExitCode> => {
  const user = terminalUser(args.values, context);
  const display = displayFor(args.values, context, user);
  if (args.values["input-format"] === "stream-json") return (await import("./drive/index.ts")).driveAction(args, display, context);
  const approver = user ?? nonInteractive;
  const preparing = slash === undefined ? prepare(args, context, approver) : prepareSlash(slash, args, context, approver);
  const task = await preparing.catch((error: unknown) => reportFailedStart(error, display, context));
  if (typeof task === "number") return task;
  try {
    return await execute(slash, task, display, context, (sessionId) => sessionWatcher(args.values, context, user, sessionId));
  } finally {
    await task.release();
  }
};

/** Runs a prepared task, or its slash command. */
const execute = async (
  builtInSlash: Slash | undefined,
  task: Task,
  display: Display,
  context: ProcessContext,
  watcherFor: (sessionId: string) => Watcher,
): Promise<ExitCode> => {
  const slash = builtInSlash ?? extensionSlash(task.text, task.extensions, context);
  if (task.kind === "prepared") {
    return slash === undefined ? runTask(task, display, context) : runSlash(slash, task, display, context);
  }
  if (slash !== undefined) return reportFailedStart(task.inUse, display, context);
  return followTask(task, display, context, watcherFor(task.inUse.sessionId)).catch((error: unknown) =>
    reportFailedStart(error, display, context),
  );
};

/** `text`: the words of the command line, followed by the piped text. */
type Task = (PreparedTask | SharedTask) & { readonly text: string };

const prepare = async ({ values, positionals }: TaskArguments, context: ProcessContext, approver: Approver): Promise<Task> => {
  const words = positionals.join(" ");
  const location = await taskLocation(values, context);
  const piped = await pipedText(context, words === "" ? {} : { timeout: INPUT_TIMEOUT });
  const warn = (line: string): void => context.stderr.message(line);
  const input = await taskPrompt({ words, piped, cwd: location.cwd, warn });
  const continues = !isNew(values) && values.fork !== true;
  if (input === undefined && !continues) throw new UsageError('no task given. Try: cox "fix the failing test"');
  const task = await prepareTask(values, input, location, context, { approver });
  const text = [words, ...(piped === undefined ? [] : [piped])].join("\n");
  // Another program may have written piped text: only a command at its start is expanded, and no resource that it names.
  const isText = words === "" && piped?.startsWith("/") !== true;
  return { ...task, ...(isText ? { options: { ...task.options, expand: false } } : {}), text };
};

/** Options that apply to runs only. */
const LIMITS = ["max-turns", "max-budget-usd", "max-time", "output-schema"] as const;

/** Prepares a slash command. Rejects if another process has the session open, because only its owner can change it. */
const prepareSlash = async ({ name }: Slash, { values }: TaskArguments, context: ProcessContext, approver: Approver): Promise<Task> => {
  if (isNew(values)) throw new UsageError(`/${name} needs an existing session: add -c or -r ID`);
  const limit = LIMITS.find((option) => values[option] !== undefined);
  if (limit !== undefined) throw new UsageError(`--${limit} cannot be used with /${name}`);
  const task = await prepareTask(values, undefined, await taskLocation(values, context), context, { approver, purpose: "slash" });
  if (task.kind === "prepared") return { ...task, text: "" };
  await task.release();
  task.debug?.[Symbol.dispose]();
  throw task.inUse;
};

const displayFor = (values: TaskValues, context: ProcessContext, user: TerminalUser | undefined): Display => {
  switch (values["output-format"] ?? "text") {
    case "text":
      return textDisplay(context, { structured: values["output-schema"] !== undefined, quiet: () => user?.asker.quiet });
    case "json":
      return jsonDisplay(context, Date.now);
    case "stream-json":
      return streamJsonDisplay(context, {
        partial: values["include-partial-messages"] === true,
        now: Date.now,
      });
  }
};

/**
 * Runs a prepared task to its end. Discards a new session whose model never answered, because `--continue` would open
 * it.
 */
const runTask = async (task: PreparedTask, shown: Display, { signals, stdout, stderr }: ProcessContext): Promise<ExitCode> => {
  const { runtime, session, input, options, debug, fresh, stored } = task;
  const display = displays(shown, probeSandboxOnToolCall(task.sandboxProbe), ...(debug === undefined ? [] : [debug]));
  const interrupted = interruption(signals);
  if (session.damage.length > 0) stderr.write(damageNotice(session.damage));
  stderr.write(movedNotice(task));
  const pending = input === undefined ? pendingWork(session.state) : undefined;
  if (pending !== undefined) stderr.message(pending);
  try {
    const { result, saved } = await displayRun({
      session: shownSession(session, task),
      begin: () => (input === undefined ? resumeEvents(session, options) : promptEvents(session, input, options)),
      display,
      interrupted,
      stdout,
      denials: task.denials.line,
      isSaved: (outcome, { models }) => stored && !(fresh && outcome.kind === "failed" && Object.keys(models).length === 0),
    });
    if (!saved && stored) await discardSession(task);
    return await closeRuntime(runtime, result.code, stderr);
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};
