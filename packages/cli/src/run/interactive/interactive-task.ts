import { ClosedError, type Runtime, SessionInUseError } from "coxswain";
import { type Looks, readLooks } from "../../looks/index.ts";
import { type CommandRunner, EXIT, type ExitCode, interruption, type Interruption, type ProcessContext } from "../../process/index.ts";
import {
  expandTexts,
  inlineProblem,
  type Leave,
  type Next,
  type OpenQuestions,
  type OpenTextQuestions,
  partsOf,
  SCREEN_COMMANDS,
  type ScreenActions,
  terminalFeatures,
} from "../../screen/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { closeRuntime } from "../close-session.ts";
import type { PreparedTask, SharedTask } from "../prepare-task.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { damageNotice, movedNotice } from "../session-view.ts";
import { extensionSlash } from "../slash.ts";
import { checkSlashName, slashNameOf } from "../unknown-slash.ts";
import { CurrentScreen } from "./current-screen.ts";
import { type InteractiveSession, ownedSession, sharedSession } from "./interactive-session.ts";
import { keyProblems } from "./key-problems.ts";
import { openScreen } from "./open-screen.ts";
import { PendingWork } from "./pending-work.ts";
import { RunChecks } from "./run-checks.ts";
import { UserCommands } from "./user-commands.ts";
import { welcomeText } from "./welcome-text.ts";

export interface InteractiveTask {
  readonly task: PreparedTask | SharedTask;
  /** The task's words on the command line. */
  readonly words: string;
  /** A command to begin with, such as `/resume`: then there is no prompt. */
  readonly command: string | undefined;
  /** The mode at the beginning. */
  readonly mode: ScreenMode;
  readonly questions: OpenQuestions;
  readonly textQuestions: OpenTextQuestions;
  readonly runCommand: CommandRunner;
}

/** A session to show, and the state of its screen at the beginning. */
interface Shown {
  readonly current: InteractiveSession;
  /** Text that is printed first. */
  readonly opening?: string;
  /** Text in the editor. */
  readonly draft?: string | undefined;
  readonly command?: string | undefined;
  /** Work that an earlier process left. Default: none. */
  readonly pending?: PendingWork;
}

/** Shows a session at the terminal, and those that the user opens from it, until the user leaves. */
export const interactiveTask = async (interactive: InteractiveTask, context: ProcessContext): Promise<ExitCode> => {
  const { task, mode, command } = interactive;
  const { debug } = task;
  const { stderr, signals } = context;
  // Plain mode handles Ctrl+C, which is a signal there.
  const interrupted = interruption(signals, mode === "plain" ? ["SIGHUP", "SIGTERM"] : undefined);
  const runtime = task.kind === "prepared" ? task.runtime : task.openRuntime();
  const terminal = new CurrentScreen(stderr);
  try {
    const name = command === undefined ? undefined : slashNameOf(command);
    if (name !== undefined) checkSlashName(name, await task.invocable(), task.extensions, SCREEN_NAMES);
    const looks = readLooks(task.configuration, context, task.extensions?.keys ?? [], await terminalFeatures());
    for (const problem of [...looks.problems, ...(await keyProblems(looks.keys, task, SCREEN_NAMES))]) stderr.message(problem);
    const opener: SessionOpener = { interactive, runtime, terminal, context };
    let shown = await firstSession(opener);
    const problem = mode === "inline" ? inlineProblem(context.env) : undefined;
    if (problem !== undefined) shown = { ...shown, opening: [inlineNotice(problem), shown.opening ?? ""].join("\n\n").trimEnd() };
    let left = await showSession(shown, opener, { mode, interrupted, looks });
    while (left.next !== undefined) {
      shown = left.next;
      left = await showSession(shown, opener, { mode: left.mode, interrupted, looks });
    }
    const { session, leave } = shown.current;
    const exists = await leave();
    if (exists && task.stored) stderr.write(`Continue this session with: cox -r ${session.id}\n`);
    return await closeRuntime(runtime, interrupted.code ?? EXIT.done, stderr);
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

const inlineNotice = (terminal: string): string =>
  `${terminal} may lose lines when its window is resized. Alt+T, or --screen full, shows the session in the whole window.`;

/** The means to open sessions. */
interface SessionOpener {
  readonly interactive: InteractiveTask;
  readonly runtime: Runtime;
  readonly terminal: CurrentScreen;
  readonly context: ProcessContext;
}

/** Opens a session that another process has open. */
const openShared = async (
  inUse: SessionInUseError,
  { interactive: { task, questions, textQuestions }, terminal }: SessionOpener,
): Promise<Shown> => ({
  current: await sharedSession(inUse, task, { questions, textQuestions, print: terminal.print, leave: terminal.leave }),
  opening: `The session is open in ${ownerOf(inUse)}: prompts go there, Esc interrupts there, and its questions can be answered here.`,
});

/** The session of the command line, with its first prompt. */
const firstSession = async (opener: SessionOpener): Promise<Shown> => {
  const { task, words, command } = opener.interactive;
  const { stderr } = opener.context;
  const { input } = task;
  if (task.kind === "shared") {
    const shown = await openShared(task.inUse, opener);
    if (input !== undefined) await shown.current.deliver(input, words, "now");
    return { ...shown, command };
  }
  const { session, fresh } = task;
  stderr.write((session.damage.length > 0 ? damageNotice(session.damage) : "") + movedNotice(task));
  const current = ownedSession(session, opener.runtime, task, fresh);
  const opening = fresh ? await welcomeText(session, task) : undefined;
  const pending = new PendingWork(session);
  if (input !== undefined) await current.deliver(input, words, "now");
  return { current, command, pending, ...(opening === undefined ? {} : { opening }) };
};

/** Opens the next session before it leaves this one, which stays on the screen if the other cannot be opened. */
const nextSession = async (
  next: Exclude<Next, { readonly kind: "exit" }>,
  current: InteractiveSession,
  opener: SessionOpener,
): Promise<Shown> => {
  const { runtime, interactive } = opener;
  const { task } = interactive;
  if (next.kind === "again") {
    const { notice } = next;
    const opening = ["Continuing from an earlier point.", ...(notice === undefined ? [] : [notice])].join("\n");
    return { current: await current.again(), opening };
  }
  try {
    const session = await task.openAnother(runtime, next.kind === "open" ? next.id : undefined);
    const isNew = next.kind === "new";
    if (session !== current.session) await current.leave();
    const opening = isNew ? await welcomeText(session, task) : `Session ${session.state.title ?? session.id}`;
    return { current: ownedSession(session, runtime, task, isNew), opening, pending: new PendingWork(session) };
  } catch (error) {
    if (!(error instanceof SessionInUseError)) return { current, opening: `! ${messageOf(error)}` };
    const shared = await openShared(error, opener);
    await current.leave();
    return shared;
  }
};

/** Shows a session until the user leaves it. Returns the next one, if there is one, and the mode that the user chose meanwhile. */
const showSession = async (
  { current, opening, draft, command, pending }: Shown,
  opener: SessionOpener,
  { mode: screenMode, interrupted, looks }: { readonly mode: ScreenMode; readonly interrupted: Interruption; readonly looks: Looks },
): Promise<{ readonly next: Shown | undefined; readonly mode: ScreenMode }> => {
  const { interactive, runtime, terminal, context } = opener;
  const { session, own, deliver, load, leave } = current;
  const { task, questions, textQuestions, runCommand } = interactive;
  const { mode, extensions } = task;
  if (screenMode === "plain") await load();
  const checks = new RunChecks(session);
  if (checks.hasWork) await checks.load();
  // A run of the first prompt, or of the session's owner.
  else if (session.isBusy || session.isShared === true) void checks.load();

  const commands = new UserCommands();
  const submit: ScreenActions["submit"] = async (text, when, attached) => {
    void checks.load();
    const whole = expandTexts(text, attached);
    if (text.startsWith("!")) {
      await commands.run(own(), whole);
      return undefined;
    }
    const name = text.startsWith("/") ? slashNameOf(text) : undefined;
    const slash = name === undefined ? undefined : extensionSlash(whole, extensions, context);
    if (slash !== undefined) return (await slash.command.run(own(), slash.words, interrupted.signal)).answer;
    if (name !== undefined) checkSlashName(name, await task.invocable(session.state.cwd), extensions, SCREEN_NAMES);
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

  let upcoming: Promise<Shown> | undefined;
  const openNext = (next: Exclude<Next, { readonly kind: "exit" }>): Promise<Shown> => (upcoming ??= nextSession(next, current, opener));
  const finish = async (next: Leave): Promise<boolean> => {
    if (next.kind !== "exit") return (await openNext(next)).current.session !== session;
    await leave();
    return true;
  };

  const suspend = (): void => {
    screen.close();
    // The shell has the terminal: the screen would print the message after it has continued.
    terminal.close();
    context.stderr.write("Suspended. Type fg to continue.\n");
    // The process would end if it waited for the signal alone.
    const waiting = setInterval(() => {}, 60_000);
    process.once("SIGCONT", () => {
      clearInterval(waiting);
      terminal.open(screen);
      screen.reopen();
    });
    void context.stderr.flush().then(() => process.kill(process.pid, "SIGTSTP"));
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
      checksOf: (run) => checks.of(run),
      ...(opening === undefined ? {} : { opening }),
      draft,
      command,
      actions: {
        submit,
        suspend,
        setMode: (next) => void (mode.current = next),
        offer: () => pending?.offer,
        resume: () => pending?.resume(task.options),
        commands: () => commands.running,
        stopCommands: () => commands.stop(),
        finish: (next) => (interrupted.code === EXIT.hangup ? undefined : finish(next)),
      },
    },
    { task, runtime, runCommand, looks, interrupted, context },
  );
  const { screen } = opened;
  const exit = (): void => screen.leave();
  // A crash must not leave the terminal without echo.
  const restore = (): void => {
    screen.close();
    terminal.close();
  };
  interrupted.signal.addEventListener("abort", exit, { once: true });
  process.once("exit", restore);
  terminal.open(screen);
  try {
    const left = screen.run();
    // The first frame does not wait for it, but the first prompt does.
    load().catch((error: unknown) => {
      if (!(error instanceof ClosedError)) screen.print(`! ${messageOf(error)}`);
    });
    const next = await left;
    // The text was typed until the screen closed, so that it is known last.
    return { next: next.kind === "exit" ? undefined : { ...(await openNext(next)), draft: next.draft }, mode: screen.mode };
  } finally {
    terminal.close();
    process.off("exit", restore);
    interrupted.signal.removeEventListener("abort", exit);
  }
};

/** The built-in commands of a screen. */
const SCREEN_NAMES = {
  builtIn: SCREEN_COMMANDS.map(({ name }) => name),
  listing: "/help lists the commands",
  asText: "put a word before it",
};

const ownerOf = ({ owner }: SessionInUseError): string =>
  owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
