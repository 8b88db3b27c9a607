import { allowAll, createRuntime, fixedModels, memoryStore, type Policy, scriptedModel, type Tool } from "coxswain";
import type { Script, ScriptedModel } from "coxswain/providers";
import { Screen } from "./screen.ts";
import type { ScreenActions } from "./screen-options.ts";
import { OpenQuestions } from "./panels/index.ts";
import { type EditorSources, expandTexts, NO_SOURCES } from "./editor/index.ts";
import { type FrameTimer, processTimer } from "./terminal/index.ts";
import { testTerminal } from "./terminal/test-terminal.fixture.ts";
import { colorlessTheme } from "./themes/index.ts";

export interface ScreenScene {
  readonly script?: Script;
  /** Default: a scripted model. */
  readonly model?: ScriptedModel;
  /** Default: the process's. */
  readonly timer?: FrameTimer;
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  /** Prompts that were answered before the screen opens. */
  readonly before?: readonly string[];
  readonly columns?: number;
  /** Sources of the editor. Default: empty ones. */
  readonly editor?: Partial<EditorSources>;
  readonly rows?: number;
  /** Default: sends the text to the session. */
  readonly submit?: ScreenActions["submit"];
}

/** A screen over an emulated terminal, with a scripted model. */
export const openScreen = async (scene: ScreenScene = {}) => {
  const { script = [], tools = [], policy = allowAll(), before = [], columns = 80, rows = 24, editor = {}, submit } = scene;
  const model = scene.model ?? scriptedModel(script);
  const questions = new OpenQuestions();
  const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools, policy, ask: questions.ask });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  for (const prompt of before) await session.prompt(prompt).outcome;
  const terminal = testTerminal(columns, rows);
  const submitted: (readonly [string, "now" | "later"])[] = [];
  const actions: ScreenActions = {
    async submit(typed, when, attached) {
      const text = expandTexts(typed, attached);
      submitted.push([text, when]);
      if (!session.isBusy) session.prompt(text);
      else if (when === "now") session.steer(text);
      else session.followUp(text);
      return undefined;
    },
    setMode() {},
    suspend() {},
    ...(submit === undefined ? {} : { submit }),
  };
  const screen = new Screen({
    session,
    terminal,
    timer: scene.timer ?? processTimer,
    now: Date.now,
    theme: colorlessTheme,
    questions,
    questionText: async ({ tool, requests }) => `${tool} wants: ${requests.map(({ subject }) => subject).join(", ")}`,
    mode: "ask",
    motion: false,
    actions,
    editor: { ...NO_SOURCES, ...editor },
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
