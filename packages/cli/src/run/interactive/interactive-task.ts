import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { Session } from "coxswain";
import { type CommandRunner, EXIT, type ExitCode, interruption, type Interruption, type ProcessContext } from "../../process/index.ts";
import { colorlessTheme, type Next, type OpenQuestions, paletteTheme, processTimer, Screen, SCREEN_COMMANDS } from "../../screen/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { permissionQuestionText } from "../../terminal/index.ts";
import { closeRuntime, discardSession } from "../close-session.ts";
import type { PreparedTask } from "../prepare-task.ts";
import { damageNotice, movedNotice } from "../session-view.ts";
import { extensionSlash } from "../slash.ts";
import { checkSlashName, slashNameOf } from "../unknown-slash.ts";
import type { ScreenOutput } from "./screen-output.ts";
import { resourcesOf, taskWorkplace } from "./workplace.ts";
import { welcomeText } from "./welcome-text.ts";

export interface InteractiveOptions {
  readonly questions: OpenQuestions;
  /** Messages of the program, as those that `context.stderr` gets. */
  readonly messages: ScreenOutput;
  readonly context: ProcessContext;
  readonly runCommand: CommandRunner;
  /** A command to begin with, such as `/resume`. */
  readonly command: string | undefined;
}

/** A session to show, with the text that is in the editor at the beginning. */
interface Shown {
  readonly session: Session;
  /** True if it was created by this process. */
  readonly isNew: boolean;
  readonly opening?: string;
  readonly draft?: string | undefined;
}

/** Shows a session at the terminal, and those that the user opens from it, until the user leaves. */
export const interactiveTask = async (task: PreparedTask, interactive: InteractiveOptions): Promise<ExitCode> => {
  const { runtime, input, options, fresh, stored, debug } = task;
  const { stderr, signals } = interactive.context;
  const interrupted = interruption(signals);
  if (task.session.damage.length > 0) stderr.write(damageNotice(task.session.damage));
  stderr.write(movedNotice(task));
  try {
    let shown: Shown = { session: task.session, isNew: fresh, ...(fresh ? { opening: await welcomeText(task) } : {}) };
    if (input !== undefined) deliver(shown.session, input, "now", options);
    else shown.session.resume(options);
    let next = await showSession(shown, task, interactive, interrupted, interactive.command);
    while (next.kind !== "exit") {
      shown = await nextSession(next, shown, task);
      next = await showSession(shown, task, interactive, interrupted);
    }
    const { session, isNew } = shown;
    session.abort("The user left the session.");
    const exists = await leaveSession(session, { ...task, session }, isNew);
    if (exists && stored) stderr.write(`Continue this session with: cox -r ${session.id}\n`);
    return await closeRuntime(runtime, interrupted.code ?? EXIT.done, stderr);
  } finally {
    await runtime.close().catch(() => undefined); // already reported, or less important than the thrown error
    interrupted[Symbol.dispose]();
    debug?.[Symbol.dispose]();
  }
};

/** Opens the next session before it leaves this one, which stays on the screen if the other cannot be opened. */
const nextSession = async (
  next: Exclude<Next, { readonly kind: "exit" }>,
  { session, isNew }: Shown,
  task: PreparedTask,
): Promise<Shown> => {
  if (next.kind === "again") return { session, isNew, opening: "Continuing from an earlier point.", draft: next.draft };
  let opened: Session;
  try {
    opened = await task.openAnother(next.kind === "open" ? next.id : undefined);
  } catch (error) {
    return { session, isNew, opening: `! ${error instanceof Error ? error.message : String(error)}` };
  }
  if (opened !== session) await leaveSession(session, { ...task, session }, isNew);
  if (next.kind === "new") return { session: opened, isNew: true, opening: await welcomeText({ ...task, session: opened }) };
  return { session: opened, isNew: false, opening: `Session ${opened.state.title ?? opened.id}`, draft: next.draft };
};

/** Closes a session; removes it if it is new and has no message. Returns true if it still exists. */
const leaveSession = async (session: Session, task: PreparedTask, isNew: boolean): Promise<boolean> => {
  if (isNew && task.stored && !session.entries.some(({ type }) => type === "message")) {
    await discardSession(task);
    return false;
  }
  await session.close();
  return true;
};

const showSession = async (
  { session, opening, draft }: Shown,
  task: PreparedTask,
  { questions, messages, context, runCommand }: InteractiveOptions,
  interrupted: Interruption,
  command?: string,
): Promise<Next> => {
  const { mode, options } = task;
  const colored = (context.env["NO_COLOR"] ?? "") === "";

  const submit = async (text: string, when: "now" | "later"): Promise<string | undefined> => {
    if (text.startsWith("!")) {
      await session.shell(text);
      return undefined;
    }
    const slash = extensionSlash(text, task.extensions, context);
    if (slash !== undefined) return (await slash.command.run(session, slash.words, interrupted.signal)).answer;
    const name = slashNameOf(text);
    if (name !== undefined) checkSlashName(name, await resourcesOf(task, session.state.cwd), task.extensions, SCREEN_NAMES);
    const prompt = await taskPrompt({ words: text, piped: undefined, cwd: session.state.cwd, warn: (line) => screen.print(line) });
    if (prompt !== undefined) deliver(session, prompt, when, options);
    return undefined;
  };

  const suspend = (): void => {
    screen.close();
    process.once("SIGCONT", () => screen.reopen());
    process.kill(process.pid, "SIGTSTP");
  };

  const terminal = new ProcessTerminal();
  const screen = new Screen({
    session,
    terminal,
    timer: processTimer,
    now: Date.now,
    theme: colored ? paletteTheme : colorlessTheme,
    questions,
    questionText: (question, columns) => permissionQuestionText(question, { columns, colored }),
    mode: mode.current,
    motion: true,
    actions: {
      submit,
      suspend,
      setMode: (next) => void (mode.current = next),
    },
    workplace: taskWorkplace({
      session,
      task,
      context,
      runCommand,
      columns: () => terminal.columns - 1,
      write: (sequence) => terminal.write(sequence),
    }),
    ...(opening === undefined ? {} : { opening }),
    draft,
    command,
  });
  const leave = (): void => screen.leave();
  // A crash must not leave the terminal without echo.
  const restore = (): void => screen.close();
  interrupted.signal.addEventListener("abort", leave, { once: true });
  process.once("exit", restore);
  messages.print = (text) => screen.print(text);
  try {
    return await screen.run();
  } finally {
    messages.print = undefined;
    process.off("exit", restore);
    interrupted.signal.removeEventListener("abort", leave);
  }
};

/** The built-in commands of a screen. */
const SCREEN_NAMES = {
  builtIn: SCREEN_COMMANDS.map(({ name }) => name),
  listing: "/help lists the commands",
  asText: "put a word before it",
};

/** Steers the active run with a message or queues it for the run's end; without a run it starts one. */
const deliver = (
  session: Session,
  input: Parameters<Session["prompt"]>[0],
  when: "now" | "later",
  options: PreparedTask["options"],
): void => {
  if (!session.isBusy) return void session.prompt(input, { ...options, whenBusy: "queue" });
  if (when === "now") session.steer(input);
  else session.followUp(input);
};
