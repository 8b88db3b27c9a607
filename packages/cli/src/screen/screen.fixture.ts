import {
  allowAll,
  createRuntime,
  fixedModels,
  memoryStore,
  type PermissionMode,
  type Policy,
  type Question,
  scriptedModel,
  type Store,
  type Tool,
} from "coxswain";
import type { Script, ScriptedModel } from "coxswain/providers";
import { questionTool, type Workspace } from "coxswain/tools";
import { Screen } from "./screen.ts";
import type { ScreenActions } from "./screen-options.ts";
import { OpenQuestions, OpenTextQuestions, type QuestionPreview } from "./panels/index.ts";
import { type FrameTimer, processTimer } from "./terminal/index.ts";
import { testTerminal } from "./terminal/test-terminal.fixture.ts";
import { colorlessTheme } from "./themes/index.ts";

export interface ScreenScene {
  readonly script?: Script;
  /** Default: a scripted model. */
  readonly model?: ScriptedModel;
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  /** Default: a call has no effect but its requests. */
  readonly preview?: (question: Question) => QuestionPreview;
  /** Default: the process's. */
  readonly timer?: FrameTimer;
  /** Default: in memory. */
  readonly store?: Store;
  /** Id of a session in the store to open. Default: a new one. */
  readonly open?: string;
  /** Default: the session's folder. */
  readonly workspace?: Workspace;
  /** Folder of the session. Default: `/`. */
  readonly cwd?: string;
  readonly setMode?: (mode: PermissionMode) => void;
  /** Prompts that were answered before the screen opens. */
  readonly before?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
}

/** A screen over an emulated terminal, with a scripted model. */
export const openScreen = async (scene: ScreenScene = {}) => {
  const { script = [], tools = [], workspace, policy = allowAll(), before = [], columns = 80, rows = 24 } = scene;
  const model = scene.model ?? scriptedModel(script);
  const questions = new OpenQuestions();
  const textQuestions = new OpenTextQuestions();
  const runtime = createRuntime({
    store: scene.store ?? memoryStore(),
    ...(workspace === undefined ? {} : { workspace: () => workspace }),
    models: fixedModels(model),
    tools: [...tools, questionTool(textQuestions.ask)],
    policy,
    ask: questions.ask,
  });
  const session =
    scene.open === undefined
      ? await runtime.create({ model: model.info.reference, cwd: scene.cwd ?? "/" })
      : await runtime.open(scene.open);
  for (const prompt of before) await session.prompt(prompt).outcome;
  const terminal = testTerminal(columns, rows);
  const submitted: (readonly [string, "now" | "later"])[] = [];
  const actions: ScreenActions = {
    async submit(text, when) {
      submitted.push([text, when]);
      if (!session.isBusy) session.prompt(text);
      else if (when === "now") session.steer(text);
      else session.followUp(text);
      return undefined;
    },
    setMode: scene.setMode ?? (() => {}),
    stopCommands: () => false,
    suspend() {},
  };
  const screen = new Screen({
    session,
    terminal,
    timer: scene.timer ?? processTimer,
    now: Date.now,
    theme: colorlessTheme,
    questions,
    textQuestions,
    questionPreview: async (question) => scene.preview?.(question) ?? { parts: [], otherArguments: {} },
    mode: "ask",
    motion: false,
    actions,
    workplace: { models: async () => [model.info.reference], sessions: async () => [] },
  });
  const shown = screen.run();
  return {
    session,
    model,
    terminal,
    screen,
    submitted,
    shown,
    async [Symbol.asyncDispose]() {
      screen.leave();
      await shown;
      await runtime.close();
    },
  };
};
