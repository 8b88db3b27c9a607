import type { Session } from "coxswain";
import { userSessions } from "../../configuration/index.ts";
import { EXIT, type ExitCode, interruption, type Interruption, type ProcessContext } from "../../process/index.ts";
import type { Next, OpenQuestions, OpenTextQuestions } from "../../screen/index.ts";
import { titleOf } from "../../sessions/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { permissionQuestionText } from "../../terminal/index.ts";
import { closeRuntime, discardSession } from "../close-session.ts";
import type { PreparedTask } from "../prepare-task.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { damageNotice, movedNotice } from "../session-view.ts";
import { extensionSlash, parseBuiltInSlash } from "../slash.ts";
import { observeSession } from "./observe-session.ts";
import { isColored, openScreen } from "./open-screen.ts";

export interface InteractiveTask {
  readonly task: PreparedTask;
  /** The task's words on the command line. */
  readonly words: string;
  readonly mode: ScreenMode;
  readonly questions: OpenQuestions;
  readonly textQuestions: OpenTextQuestions;
}

/** Shows a session at the terminal, and those that the user opens from it, until the user leaves. */
export const interactiveTask = async (interactive: InteractiveTask, context: ProcessContext): Promise<ExitCode> => {
  const { task, words, mode } = interactive;
  const { runtime, input, options, fresh, stored, debug } = task;
  const { stderr, signals } = context;
  // Plain mode handles Ctrl+C, which is a signal there.
  const interrupted = interruption(signals, mode === "plain" ? ["SIGHUP", "SIGTERM"] : undefined);
  if (task.session.damage.length > 0) stderr.write(damageNotice(task.session.damage));
  stderr.write(movedNotice(task));
  let { session } = task;
  let isNew = fresh;
  try {
    const command = extensionSlash(words, task.extensions, context) === undefined ? undefined : words;
    if (input === undefined) session.resume(options);
    else if (command === undefined) deliver(session, input, "now", options);
    let next = await showSession(session, interactive, interrupted, context, command);
    while (next.kind !== "exit") {
      await leaveSession(session, { ...task, session }, isNew);
      isNew = next.kind === "new";
      session = await task.openAnother(next.kind === "open" ? next.id : undefined);
      next = await showSession(session, interactive, interrupted, context);
    }
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

/** Closes a session; removes it if it is new and has no message. Returns true if it still exists. */
const leaveSession = async (session: Session, task: PreparedTask, isNew: boolean): Promise<boolean> => {
  if (isNew && task.stored && !session.entries.some(({ type }) => type === "message")) {
    await discardSession(task);
    return false;
  }
  await session.close();
  return true;
};

/** @param command a command that is submitted first */
const showSession = async (
  session: Session,
  { task, mode: screenMode, questions, textQuestions }: InteractiveTask,
  interrupted: Interruption,
  context: ProcessContext,
  command?: string,
): Promise<Next> => {
  const { mode, options } = task;
  const colored = isColored(screenMode, context);

  const submit = async (text: string, when: "now" | "later"): Promise<string | undefined> => {
    if (text.startsWith("!")) {
      await session.shell(text);
      return undefined;
    }
    const slash = parseBuiltInSlash(text) ?? extensionSlash(text, task.extensions, context);
    if (slash !== undefined) return (await slash.command.run(session, slash.words, interrupted.signal)).answer;
    const prompt = await taskPrompt({ words: text, piped: undefined, cwd: session.state.cwd, warn: (line) => screen.print(line) });
    if (prompt !== undefined) deliver(session, prompt, when, options);
    return undefined;
  };

  const suspend = (): void => {
    screen.close();
    process.once("SIGCONT", () => screen.reopen());
    process.kill(process.pid, "SIGTSTP");
  };

  const screen = openScreen(
    screenMode,
    {
      session,
      ownSession: () => session,
      questions,
      textQuestions,
      questionText: (question, columns) => permissionQuestionText(question, { columns, colored }),
      mode: mode.current,
      actions: {
        submit,
        suspend,
        setMode: (next) => void (mode.current = next),
      },
      workplace: {
        models: task.availableModels,
        sessions: async () => {
          const found = await userSessions(context).list({ cwd: session.state.cwd });
          return found.map((one) => ({ id: one.id, title: titleOf(one), updatedAt: one.updatedAt }));
        },
      },
    },
    context,
  );
  const leave = (): void => screen.leave();
  // A crash must not leave the terminal without echo.
  const restore = (): void => screen.close();
  interrupted.signal.addEventListener("abort", leave, { once: true });
  process.once("exit", restore);
  context.stderr.redirect((text) => screen.print(text.trimEnd()));
  void observeSession(session, task);
  if (command !== undefined) {
    submit(command, "now").then(
      (line) => screen.print(line ?? ""),
      (error: unknown) => screen.print(error instanceof Error ? error.message : String(error)),
    );
  }
  try {
    return await screen.run();
  } finally {
    context.stderr.redirect(undefined);
    process.off("exit", restore);
    interrupted.signal.removeEventListener("abort", leave);
  }
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
