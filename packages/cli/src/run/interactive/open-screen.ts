import type { Runtime } from "coxswain";
import type { Workspace } from "coxswain/tools";
import { configuredWorkspace } from "../../configuration/index.ts";
import type { Looks } from "../../looks/index.ts";
import type { CommandRunner, Interruption, ProcessContext } from "../../process/index.ts";
import {
  Announcer,
  PlainScreen,
  type PlainScreenOptions,
  ProcessLineTerminal,
  processTerminal,
  processTimer,
  questionPreview,
  Screen,
  type ScreenTerminal,
  type SessionScreen,
  type SessionScreenOptions,
  terminalAbilities,
  type Workplace,
} from "../../screen/index.ts";
import { permissionQuestionText } from "../../terminal/index.ts";
import type { TaskParts } from "../prepare-task.ts";
import type { ScreenMode } from "../screen-mode.ts";
import { editorSources, sessionDrafts } from "./editor-sources.ts";
import { footerSource } from "./footer-source.ts";
import { runUserCommand } from "./user-command.ts";
import { taskWorkplace } from "./workplace.ts";

export interface OpenScreenOptions {
  readonly task: TaskParts;
  readonly runtime: Runtime;
  readonly runCommand: CommandRunner;
  readonly looks: Looks;
  readonly interrupted: Interruption;
  readonly context: ProcessContext;
}

/** A screen and the resources that it uses. */
export interface OpenedScreen extends AsyncDisposable {
  readonly screen: SessionScreen;
}

/** Creates the screen of a mode at the terminal of this process. */
export const openScreen = (
  mode: ScreenMode,
  options: Omit<SessionScreenOptions, "timer" | "now" | "themes" | "keys" | "workplace">,
  { task, runtime, runCommand, looks, interrupted, context }: OpenScreenOptions,
): OpenedScreen => {
  const { session } = options;
  const workplaceOf = (columns: () => number, write: (sequence: string) => void): Workplace =>
    taskWorkplace({ session, task, runtime, context, runCommand, saveTheme: (name) => looks.saveTheme(name), columns, write });
  const shared = { ...options, themes: looks.themes, keys: looks.keys, timer: processTimer, now: Date.now };
  if (mode === "plain") {
    const { stdout } = context;
    const workplace = workplaceOf(
      () => stdout.columns,
      (sequence) => stdout.write(sequence),
    );
    const questionText: PlainScreenOptions["questionText"] = (question, columns) =>
      permissionQuestionText(question, { columns, colored: false });
    const drafts = sessionDrafts(session, task, context);
    const screen = new PlainScreen({ ...shared, workplace, questionText, drafts, terminal: lineTerminal(context) });
    return { screen, async [Symbol.asyncDispose]() {} };
  }
  const workspace = configuredWorkspace(task.configuration, session.state.cwd);
  const { announcer, terminal } = announcedTerminal(session, task, looks, workspace, context, () => screen);
  const workplace = workplaceOf(
    () => terminal.columns - 1,
    (sequence) => terminal.write(sequence),
  );
  const screen: Screen = new Screen({
    ...shared,
    surface: mode,
    workplace,
    terminal,
    questionPreview,
    motion: looks.motion,
    announcer,
    footer: footerSource(session, task.configuration, workspace),
    editor: editorSources(session, { masking: task.masking, mcp: task.mcp, commands: () => workplace.commands() }, interrupted, context),
  });
  return { screen, [Symbol.asyncDispose]: () => workspace.close() };
};

/** A command for notifications may use the network. */
const NOTIFICATION_LIMITS = { timeout: 10_000, output: 1024 };

/** The terminal of this process, whose reports change the looks, and what it shows outside of the screen. */
const announcedTerminal = (
  session: SessionScreenOptions["session"],
  { configuration }: TaskParts,
  looks: Looks,
  workspace: Workspace,
  { env }: ProcessContext,
  screen: () => Screen,
): { readonly announcer: Announcer; readonly terminal: ScreenTerminal } => {
  const { notifications = {} } = configuration.settings;
  const abilities = terminalAbilities(env);
  const announcer = new Announcer({
    session,
    write: (data) => terminal.write(data),
    timer: processTimer,
    abilities,
    settings: notifications,
    run: (command, input) => runUserCommand(workspace, command, input, NOTIFICATION_LIMITS),
    warn: (line) => screen().print(line),
  });
  const terminal: ScreenTerminal = processTerminal(env, {
    requested: {
      background: abilities.sequences && looks.followsBackground,
      focus: abilities.sequences && notifications.method !== "off",
      cellSize: abilities.sequences && looks.themes.theme.features?.images !== undefined,
      programStatus: abilities.sequences && notifications.status !== false,
    },
    onReport: (report) => {
      announcer.report(report);
      if (looks.report(report) || report.kind === "cell") screen().refresh();
    },
  });
  return { announcer, terminal };
};

export const lineTerminal = ({ stdin, stdout }: ProcessContext): ProcessLineTerminal =>
  new ProcessLineTerminal({ stdin, stdout, signals: process });
