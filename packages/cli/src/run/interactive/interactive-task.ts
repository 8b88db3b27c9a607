import { SessionInUseError } from "coxswain";
import { userSessions } from "../../configuration/index.ts";
import { EXIT, type ExitCode, interruption, type Interruption, type ProcessContext } from "../../process/index.ts";
import {
  expandTexts,
  type Next,
  type OpenQuestions,
  type OpenTextQuestions,
  partsOf,
  type ScreenActions,
  terminalFeatures,
} from "../../screen/index.ts";
import { titleOf } from "../../sessions/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { closeRuntime } from "../close-session.ts";
import type { PreparedTask, SharedTask } from "../prepare-task.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { damageNotice, movedNotice } from "../session-view.ts";
import { extensionSlash, parseBuiltInSlash } from "../slash.ts";
import { pendingWork } from "../open-session.ts";
import { CurrentScreen } from "./current-screen.ts";
import { type InteractiveSession, ownedSession, sharedSession } from "./interactive-session.ts";
import { type Looks, readLooks } from "./looks.ts";
import { openScreen } from "./open-screen.ts";
import { UserCommands } from "./user-commands.ts";

export interface InteractiveTask {
  readonly task: PreparedTask | SharedTask;
  /** The task's words on the command line. */
  readonly words: string;
  readonly mode: ScreenMode;
  readonly questions: OpenQuestions;
  readonly textQuestions: OpenTextQuestions;
}

/** Shows a session at the terminal, and those that the user opens from it, until the user leaves. */
export const interactiveTask = async (interactive: InteractiveTask, context: ProcessContext): Promise<ExitCode> => {
  const { task, words, mode } = interactive;
  const { input, debug } = task;
  const { stderr, signals } = context;
  // Plain mode handles Ctrl+C, which is a signal there.
  const interrupted = interruption(signals, mode === "plain" ? ["SIGHUP", "SIGTERM"] : undefined);
  const runtime = task.kind === "prepared" ? task.runtime : task.openRuntime();
  const terminal = new CurrentScreen(stderr);
  const shared = (inUse: SessionInUseError): Promise<InteractiveSession> => {
    stderr.message(`the session is open in ${ownerOf(inUse)}: prompts go there, and its questions can be answered here`);
    return sharedSession(inUse, task, { questions: interactive.questions, print: terminal.print, leave: terminal.leave });
  };
  const looks = readLooks(task.configuration, context, task.extensions?.keys ?? [], await terminalFeatures());
  for (const problem of looks.problems) stderr.message(problem);
  const show = (current: InteractiveSession, command?: string): Promise<Next> =>
    showSession(current, interactive, { interrupted, terminal, looks, command }, context);
  try {
    let current = task.kind === "prepared" ? ownedSession(task.session, task, task.fresh) : await shared(task.inUse);
    if (task.kind === "prepared")
      stderr.write((task.session.damage.length > 0 ? damageNotice(task.session.damage) : "") + movedNotice(task));
    const pending = task.kind === "prepared" && input === undefined ? pendingWork(task.session.state) : undefined;
    if (pending !== undefined) stderr.message(pending);
    const command = extensionSlash(words, task.extensions, context) === undefined ? undefined : words;
    if (input !== undefined && command === undefined) await current.deliver(input, words, "now");
    else if (task.kind === "prepared") task.session.resume(task.options);
    let next = await show(current, command);
    while (next.kind !== "exit") {
      await current.leave();
      const isNew = next.kind === "new";
      current = await task.openAnother(runtime, next.kind === "open" ? next.id : undefined).then(
        (session) => ownedSession(session, task, isNew),
        (error: unknown) => {
          if (error instanceof SessionInUseError) return shared(error);
          throw error;
        },
      );
      next = await show(current);
    }
    const { id } = current.session;
    const exists = await current.leave();
    if (exists && task.stored) stderr.write(`Continue this session with: cox -r ${id}\n`);
    return await closeRuntime(runtime, interrupted.code ?? EXIT.done, stderr);
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

interface ShowOptions {
  readonly interrupted: Interruption;
  readonly terminal: CurrentScreen;
  readonly looks: Looks;
  /** A command that is submitted first. */
  readonly command: string | undefined;
}

const showSession = async (
  { session, own, deliver }: InteractiveSession,
  { task, mode: screenMode, questions, textQuestions }: InteractiveTask,
  { interrupted, terminal, looks, command }: ShowOptions,
  context: ProcessContext,
): Promise<Next> => {
  const { mode, extensions } = task;

  const commands = new UserCommands();
  const submit: ScreenActions["submit"] = async (text, when, attached) => {
    const whole = expandTexts(text, attached);
    if (text.startsWith("!")) {
      await commands.run(own(), whole);
      return undefined;
    }
    const slash = text.startsWith("/") ? (parseBuiltInSlash(whole) ?? extensionSlash(whole, extensions, context)) : undefined;
    if (slash !== undefined) return (await slash.command.run(own(), slash.words, interrupted.signal)).answer;
    const prompt = await taskPrompt({
      words: text,
      piped: undefined,
      attached: partsOf(attached),
      cwd: session.state.cwd,
      warn: (line) => screen.print(line),
    });
    if (prompt !== undefined) await deliver(prompt, whole, when);
    return undefined;
  };

  const suspend = (): void => {
    screen.close();
    // The process would end if it waited for the signal alone.
    const waiting = setInterval(() => {}, 60_000);
    process.once("SIGCONT", () => {
      clearInterval(waiting);
      screen.reopen();
    });
    process.kill(process.pid, "SIGTSTP");
  };

  await using opened = openScreen(
    screenMode,
    {
      session,
      ownSession: own,
      questions,
      textQuestions,
      mode: mode.current,
      ...(extensions === undefined ? {} : { describe: (type: string, data: unknown) => extensions.describe(type, data) }),
      actions: {
        submit,
        suspend,
        setMode: (next) => void (mode.current = next),
        stopCommands: () => commands.stop(),
      },
      workplace: {
        models: task.availableModels,
        saveTheme: (name) => looks.saveTheme(name),
        sessions: async () => {
          const found = await userSessions(context).list({ cwd: session.state.cwd });
          return found.map((one) => ({ id: one.id, title: titleOf(one), updatedAt: one.updatedAt }));
        },
      },
    },
    { task, looks, interrupted, context },
  );
  const { screen } = opened;
  const leave = (): void => screen.leave();
  // A crash must not leave the terminal without echo.
  const restore = (): void => screen.close();
  interrupted.signal.addEventListener("abort", leave, { once: true });
  process.once("exit", restore);
  terminal.open(screen);
  if (command !== undefined) {
    submit(command, "now", new Map()).then(
      (line) => {
        if (line !== undefined && line !== "") screen.print(line);
      },
      (error: unknown) => screen.print(error instanceof Error ? error.message : String(error)),
    );
  }
  try {
    return await screen.run();
  } finally {
    terminal.close();
    process.off("exit", restore);
    interrupted.signal.removeEventListener("abort", leave);
  }
};

const ownerOf = ({ owner }: SessionInUseError): string =>
  owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
