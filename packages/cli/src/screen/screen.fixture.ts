import { allowAll, createRuntime, fixedModels, memoryStore, type Policy, scriptedModel, type Tool } from "coxswain";
import type { Extensions } from "coxswain/extensions";
import type { Script, ScriptedModel } from "coxswain/providers";
import { Announcer, type AnnouncerOptions } from "./away/index.ts";
import { Screen } from "./screen.ts";
import type { ScreenActions, ScreenOptions } from "./screen-options.ts";
import { keymapOf } from "./keys/index.ts";
import { OpenQuestions } from "./panels/index.ts";
import { type FrameTimer, processTimer } from "./terminal/index.ts";
import { testTerminal } from "./terminal/test-terminal.fixture.ts";
import { Themes } from "./themes/index.ts";

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
  /** The prompt of a run that is active when the screen opens. */
  readonly active?: string;
  readonly columns?: number;
  readonly rows?: number;
  /** Further options of the screen. */
  readonly footer?: ScreenOptions["footer"];
  readonly keys?: ScreenOptions["keys"];
  readonly themes?: ScreenOptions["themes"];
  readonly motion?: boolean;
  readonly extensions?: Extensions;
  /** Settings of notifications, and the terminal's abilities. Default: nothing is shown outside of the screen. */
  readonly away?: Pick<AnnouncerOptions, "settings" | "abilities">;
}

/** A screen over an emulated terminal, with a scripted model. */
export const openScreen = async (scene: ScreenScene = {}) => {
  const {
    script = [],
    model = scriptedModel(script),
    tools = [],
    policy = allowAll(),
    before = [],
    active,
    columns = 80,
    rows = 24,
    footer,
    keys = keymapOf(undefined, scene.extensions?.keys).keymap,
    themes = new Themes({ depth: "none" }),
    motion = true,
    away,
    extensions,
    timer = processTimer,
  } = scene;
  const questions = new OpenQuestions();
  const runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    tools,
    policy,
    ask: questions.ask,
    ...(extensions === undefined ? {} : { extensions }),
  });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  for (const prompt of before) await session.prompt(prompt).outcome;
  if (active !== undefined) session.prompt(active);
  const terminal = testTerminal(columns, rows);
  const submitted: (readonly [string, "now" | "later"])[] = [];
  const actions: ScreenActions = {
    async submit(text, when) {
      const command = extensions?.run(session, text);
      if (command !== undefined) return (await command).answer;
      submitted.push([text, when]);
      if (!session.isBusy) session.prompt(text);
      else if (when === "now") session.steer(text);
      else session.followUp(text);
      return undefined;
    },
    setMode() {},
    suspend() {},
  };
  const commands: (readonly [command: string, input: Readonly<Record<string, unknown>>])[] = [];
  const announcer =
    away &&
    new Announcer({
      ...away,
      session,
      timer,
      write: (data) => terminal.write(data),
      run: async (command, input) => void commands.push([command, input]),
      warn: (line) => screen.print(line),
    });
  const screen: Screen = new Screen({
    session,
    terminal,
    timer,
    now: timer === processTimer ? Date.now : () => timer.now(),
    themes,
    keys,
    questions,
    questionText: async ({ tool, requests }) => `${tool} wants: ${requests.map(({ subject }) => subject).join(", ")}`,
    mode: "ask",
    motion,
    ...(footer === undefined ? {} : { footer }),
    ...(announcer === undefined ? {} : { announcer }),
    ...(extensions === undefined ? {} : { describe: (type: string, data: unknown) => extensions.describe(type, data) }),
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
    announcer,
    commands,
    shown,
    async [Symbol.asyncDispose]() {
      screen.leave();
      await shown;
      await runtime.close();
    },
  };
};
