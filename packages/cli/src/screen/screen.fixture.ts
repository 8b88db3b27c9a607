import {
  allowAll,
  createRuntime,
  fixedModels,
  memoryStore,
  type ModelInfo,
  type PermissionMode,
  type Policy,
  type Question,
  type RuntimeOptions,
  scriptedModel,
  type Session,
  type Store,
  type Tool,
} from "coxswain";
import type { Extensions } from "coxswain/extensions";
import type { Script, ScriptedModel } from "coxswain/providers";
import { questionTool, type Workspace } from "coxswain/tools";
import type { Workplace } from "./commands/index.ts";
import { testWorkplace } from "./commands/workplace.fixture.ts";
import { Announcer, type AnnouncerOptions } from "./away/index.ts";
import { Screen } from "./screen.ts";
import type { ScreenActions, ScreenOptions } from "./screen-options.ts";
import { type EditorSources, expandTexts, NO_SOURCES } from "./editor/index.ts";
import type { ScreenSession } from "./screen-session.ts";
import { keymapOf } from "./keys/index.ts";
import type { SurfaceMode } from "./layout/index.ts";
import { OpenQuestions, OpenTextQuestions, type QuestionPreview } from "./panels/index.ts";
import { type FrameTimer, processTimer, type TerminalOutput } from "./terminal/index.ts";
import { testTerminal } from "./terminal/test-terminal.fixture.ts";
import { Themes } from "./themes/index.ts";

export interface ScreenScene {
  readonly script?: Script;
  /** Default: a scripted model. */
  readonly model?: ScriptedModel;
  /** Default: the process's. */
  readonly timer?: FrameTimer;
  /** Facts of the scripted model. */
  readonly info?: Partial<ModelInfo>;
  readonly tools?: readonly Tool[];
  /** Default: the model has no tool for tasks. */
  readonly tasks?: RuntimeOptions["tasks"];
  readonly policy?: Policy;
  /** Default: a call has no effect but its requests. */
  readonly preview?: (question: Question) => QuestionPreview;
  /** Default: in memory. */
  readonly store?: Store;
  /** Id of a session in the store to open. Default: a new one. */
  readonly open?: string;
  /** Default: the session's folder. */
  readonly workspace?: Workspace;
  /** Records changes of files. Default: they are not recorded. */
  readonly changes?: RuntimeOptions["changes"];
  /** Folder of the session. Default: `/`. */
  readonly cwd?: string;
  readonly setMode?: (mode: PermissionMode) => void;
  /** Prompts that were answered before the screen opens. */
  readonly before?: readonly string[];
  /** The prompt of a run that is active when the screen opens. */
  readonly active?: string;
  readonly columns?: number;
  /** Default: `usual`. */
  readonly reflow?: TerminalOutput["reflow"];
  /** Sources of the editor. Default: empty ones. */
  readonly editor?: Partial<EditorSources>;
  readonly rows?: number;
  /** Default: inline. */
  readonly surface?: SurfaceMode;
  /** True if another process is to have the session open, as far as the screen knows. */
  readonly isShared?: boolean;
  /** Default: sends the text to the session. */
  readonly submit?: ScreenActions["submit"];
  /** Replaces other actions of the screen's owner. */
  readonly actions?: Partial<ScreenActions>;
  /** Further options of the screen. */
  readonly footer?: ScreenOptions["footer"];
  readonly keys?: ScreenOptions["keys"];
  readonly themes?: ScreenOptions["themes"];
  readonly motion?: boolean;
  readonly extensions?: Extensions;
  /** Settings of notifications, and the terminal's abilities. Default: nothing is shown outside of the screen. */
  readonly away?: Pick<AnnouncerOptions, "settings" | "abilities">;
  /** Replaces facts and actions outside the session. */
  readonly workplace?: Partial<Workplace>;
  readonly opening?: string;
  readonly draft?: string;
  readonly command?: string;
}

/** A session as if another process had it open. */
const asShared = (session: Session): ScreenSession =>
  new Proxy<ScreenSession>(session, {
    get(from, name) {
      const value: unknown = name === "isShared" ? true : Reflect.get(from, name, from);
      return typeof value === "function" ? value.bind(from) : value;
    },
  });

/** A screen over an emulated terminal, with a scripted model. */
export const openScreen = async (scene: ScreenScene = {}) => {
  const {
    script = [],
    info,
    model = scriptedModel(script, info === undefined ? {} : { info }),
    tools = [],
    workspace,
    policy = allowAll(),
    before = [],
    active,
    columns = 80,
    reflow = "usual",
    rows = 24,
    surface = "inline",
    editor = {},
    submit,
    footer,
    keys = keymapOf(undefined, scene.extensions?.keys).keymap,
    themes = new Themes({ depth: "none" }),
    motion = true,
    away,
    extensions,
    timer = processTimer,
    workplace,
    opening,
    draft,
    command,
  } = scene;
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const runtime = createRuntime({
    store: scene.store ?? memoryStore(),
    ...(workspace === undefined ? {} : { workspace: () => workspace }),
    models: fixedModels(model),
    tools: [...tools, questionTool(textQuestions.ask)],
    policy,
    ask: questions.ask,
    ...(scene.changes === undefined ? {} : { changes: scene.changes }),
    ...(scene.tasks === undefined ? {} : { tasks: scene.tasks }),
    ...(extensions === undefined ? {} : { extensions }),
  });
  const session =
    scene.open === undefined
      ? await runtime.create({ model: model.info.reference, cwd: scene.cwd ?? "/", toolExecution: "parallel" })
      : await runtime.open(scene.open);
  for (const prompt of before) await session.prompt(prompt).outcome;
  if (active !== undefined) session.prompt(active);
  const terminal = testTerminal(columns, rows, reflow);
  const submitted: (readonly [string, "now" | "later"])[] = [];
  const actions: ScreenActions = {
    async submit(typed, when, attached) {
      const text = expandTexts(typed, attached);
      const answering = extensions?.run(session, text);
      if (answering !== undefined) return (await answering).answer;
      submitted.push([text, when]);
      if (!session.isBusy) session.prompt(text);
      else if (when === "now") session.steer(text);
      else session.followUp(text);
      return undefined;
    },
    setMode: scene.setMode ?? (() => {}),
    offer: () => undefined,
    resume() {},
    commands: () => [],
    stopCommands: () => false,
    suspend() {},
    async finish() {
      await session.close();
      return true;
    },
    ...(submit === undefined ? {} : { submit }),
    ...scene.actions,
  };
  const commands: (readonly [command: string, input: Readonly<Record<string, unknown>>])[] = [];
  const announcer =
    away &&
    new Announcer({
      ...away,
      session,
      timer,
      write: (data) => terminal.write(data),
      run: async (program, input) => void commands.push([program, input]),
      warn: (line) => screen.print(line),
    });
  const screen: Screen = new Screen({
    session: scene.isShared === true ? asShared(session) : session,
    ownSession() {
      if (scene.isShared === true) throw new Error("another process has the session open");
      return session;
    },
    terminal,
    surface,
    timer,
    now: timer === processTimer ? Date.now : () => timer.now(),
    themes,
    keys,
    questions,
    textQuestions,
    questionPreview: async (question) => scene.preview?.(question) ?? { parts: [], otherArguments: {} },
    mode: "ask",
    motion,
    ...(footer === undefined ? {} : { footer }),
    ...(announcer === undefined ? {} : { announcer }),
    ...(extensions === undefined ? {} : { describe: (type: string, data: unknown) => extensions.describe(type, data) }),
    actions,
    editor: { ...NO_SOURCES, ...editor },
    workplace: { ...testWorkplace(session, model), ...workplace },
    ...(opening === undefined ? {} : { opening }),
    draft,
    command,
  });
  const shown = screen.run();
  return {
    session,
    model,
    terminal,
    screen,
    submitted,
    announcer,
    commands,
    textQuestions,
    shown,
    async [Symbol.asyncDispose]() {
      screen.leave();
      await shown;
      await runtime.close();
    },
  };
};
