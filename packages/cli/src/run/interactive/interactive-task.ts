import { ProcessTerminal } from "@earendil-works/pi-tui";
import type { Session } from "coxswain";
import { configuredWorkspace, userSessions } from "../../configuration/index.ts";
import { EXIT, type ExitCode, interruption, type Interruption, type ProcessContext } from "../../process/index.ts";
import {
  Announcer,
  expandTexts,
  type Next,
  type OpenQuestions,
  type OpenTextQuestions,
  partsOf,
  processTimer,
  questionPreview,
  ReportingTerminal,
  Screen,
  type ScreenActions,
  terminalAbilities,
  terminalFeatures,
} from "../../screen/index.ts";
import { titleOf } from "../../sessions/index.ts";
import { taskPrompt } from "../../task/index.ts";
import { closeRuntime, discardSession } from "../close-session.ts";
import type { PreparedTask } from "../prepare-task.ts";
import { damageNotice, movedNotice } from "../session-view.ts";
import { footerSource } from "./footer-source.ts";
import { type Looks, readLooks } from "./looks.ts";
import { runUserCommand } from "./user-command.ts";
import { extensionSlash, parseBuiltInSlash } from "../slash.ts";
import { editorSources } from "./editor-sources.ts";
import { UserCommands } from "./user-commands.ts";

/** Questions to the user, whichever session is shown. */
interface UserQuestions {
  readonly questions: OpenQuestions;
  readonly textQuestions: OpenTextQuestions;
}

/** Shows a session at the terminal, and those that the user opens from it, until the user leaves. */
export const interactiveTask = async (task: PreparedTask, asked: UserQuestions, context: ProcessContext): Promise<ExitCode> => {
  const { runtime, input, options, fresh, stored, debug } = task;
  const { stderr, signals } = context;
  const interrupted = interruption(signals);
  if (task.session.damage.length > 0) stderr.write(damageNotice(task.session.damage));
  stderr.write(movedNotice(task));
  const looks = readLooks(task.configuration, context, task.extensions?.keys ?? [], await terminalFeatures());
  for (const problem of looks.problems) stderr.message(problem);
  let { session } = task;
  let isNew = fresh;
  try {
    if (input !== undefined) deliver(session, input, "now", options);
    else session.resume(options);
    let next = await showSession(session, { ...task, looks }, asked, interrupted, context);
    while (next.kind !== "exit") {
      await leaveSession(session, { ...task, session }, isNew);
      isNew = next.kind === "new";
      session = await task.openAnother(next.kind === "open" ? next.id : undefined);
      next = await showSession(session, { ...task, looks }, asked, interrupted, context);
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

/** A command for notifications may use the network. */
const NOTIFICATION_LIMITS = { timeout: 10_000, output: 1024 };

const showSession = async (
  session: Session,
  task: PreparedTask & { readonly looks: Looks },
  { questions, textQuestions }: UserQuestions,
  interrupted: Interruption,
  context: ProcessContext,
): Promise<Next> => {
  const { mode, options, looks } = task;

  const commands = new UserCommands();
  const submit: ScreenActions["submit"] = async (text, when, attached) => {
    const whole = expandTexts(text, attached);
    if (text.startsWith("!")) {
      await commands.run(session, whole);
      return undefined;
    }
    const slash = text.startsWith("/") ? (parseBuiltInSlash(whole) ?? extensionSlash(whole, task.extensions, context)) : undefined;
    if (slash !== undefined) return (await slash.command.run(session, slash.words, interrupted.signal)).answer;
    const prompt = await taskPrompt({
      words: text,
      piped: undefined,
      attached: partsOf(attached),
      cwd: session.state.cwd,
      warn: (line) => screen.print(line),
    });
    if (prompt !== undefined) deliver(session, prompt, when, options);
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

  const workspace = configuredWorkspace(task.configuration, session.state.cwd);
  const { notifications = {} } = task.configuration.settings;
  const abilities = terminalAbilities(context.env);
  const announcer = new Announcer({
    session,
    write: (data) => terminal.write(data),
    timer: processTimer,
    abilities,
    settings: notifications,
    run: (command, input) => runUserCommand(workspace, command, input, NOTIFICATION_LIMITS),
    warn: (line) => screen.print(line),
  });
  const terminal: ReportingTerminal = new ReportingTerminal({
    terminal: new ProcessTerminal(),
    timer: processTimer,
    requested: {
      background: abilities.sequences && looks.followsBackground,
      focus: abilities.sequences && notifications.method !== "off",
      programStatus: abilities.sequences && notifications.status !== false,
    },
    onReport: (report) => {
      announcer.report(report);
      if (looks.report(report)) screen.refresh();
    },
  });
  const screen: Screen = new Screen({
    session,
    terminal,
    timer: processTimer,
    now: Date.now,
    themes: looks.themes,
    keys: looks.keys,
    questions,
    textQuestions,
    questionPreview,
    mode: mode.current,
    motion: looks.motion,
    announcer,
    ...(task.extensions === undefined ? {} : { describe: (type: string, data: unknown) => task.extensions?.describe(type, data) }),
    footer: footerSource(session, task.configuration, workspace),
    actions: {
      submit,
      suspend,
      setMode: (next) => void (mode.current = next),
      stopCommands: () => commands.stop(),
    },
    editor: editorSources(session, task, interrupted, context),
    workplace: {
      models: task.availableModels,
      saveTheme: (name) => looks.saveTheme(name),
      sessions: async () => {
        const found = await userSessions(context).list({ cwd: session.state.cwd });
        return found.map((one) => ({ id: one.id, title: titleOf(one), updatedAt: one.updatedAt }));
      },
    },
  });
  const leave = (): void => screen.leave();
  // A crash must not leave the terminal without echo.
  const restore = (): void => screen.close();
  interrupted.signal.addEventListener("abort", leave, { once: true });
  process.once("exit", restore);
  try {
    return await screen.run();
  } finally {
    await workspace.close();
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
