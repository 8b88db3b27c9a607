import { allowAll, createRuntime, fixedModels, memoryStore, type Policy, scriptedModel, type Tool } from "coxswain";
import type { Extensions } from "coxswain/extensions";
import type { Script } from "coxswain/providers";
import { Announcer, type AnnouncerOptions } from "./away/index.ts";
import { Screen } from "./screen.ts";
import type { ScreenActions, ScreenOptions } from "./screen-options.ts";
import { keymapOf } from "./keys/index.ts";
import { OpenQuestions } from "./panels/index.ts";
import { type Emulator, emulator } from "./terminal/emulator.fixture.ts";
import { processTimer, type ScreenTerminal } from "./terminal/index.ts";
import { Themes } from "./themes/index.ts";

export interface ScreenScene {
  readonly script?: Script;
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  /** Prompts that were answered before the screen opens. */
  readonly before?: readonly string[];
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
  readonly timer?: ScreenOptions["timer"];
}

/** A screen over an emulated terminal, with a scripted model. */
export const openScreen = async (scene: ScreenScene = {}) => {
  const {
    script = [],
    tools = [],
    policy = allowAll(),
    before = [],
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
  const model = scriptedModel(script);
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
  const terminal = screenTerminal(emulator(columns, rows));
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

interface TestTerminal extends ScreenTerminal, Pick<Emulator, "lines" | "screen" | "written" | "resize"> {
  /** Presses keys: each string is one key or one paste. */
  press(...keys: readonly string[]): void;
  /** Types text, one key a character. */
  type(text: string): void;
  /** Resolves when a line of the terminal has the text. */
  seen(text: string): Promise<void>;
  /** True while the keyboard is taken over. */
  readonly isOpen: boolean;
}

const screenTerminal = (inner: Emulator): TestTerminal => {
  let onInput: ((input: string) => void) | undefined;
  let onResize: (() => void) | undefined;
  const waiting = new Set<() => void>();
  const press = (...keys: readonly string[]): void => keys.forEach((key) => onInput?.(key));
  return {
    get columns() {
      return inner.columns;
    },
    get rows() {
      return inner.rows;
    },
    get written() {
      return inner.written;
    },
    get isOpen() {
      return onInput !== undefined;
    },
    lines: () => inner.lines(),
    screen: () => inner.screen(),
    start(input, resize) {
      onInput = input;
      onResize = resize;
    },
    stop() {
      onInput = undefined;
      onResize = undefined;
    },
    write(data) {
      inner.write(data);
      for (const look of waiting) look();
    },
    resize(columns, rows) {
      inner.resize(columns, rows);
      onResize?.();
    },
    press,
    type: (text) => press(...Array.from(text)),
    seen: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          void inner.lines().then((lines) => {
            if (!lines.some((line) => line.includes(text))) return;
            waiting.delete(look);
            resolve();
          });
        };
        waiting.add(look);
        look();
      }),
  };
};
