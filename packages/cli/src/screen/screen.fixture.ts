import { allowAll, createRuntime, fixedModels, memoryStore, type ModelInfo, type Policy, scriptedModel, type Tool } from "coxswain";
import type { Script } from "coxswain/providers";
import type { Workplace } from "./commands/index.ts";
import { testWorkplace } from "./commands/workplace.fixture.ts";
import { Screen } from "./screen.ts";
import type { ScreenActions } from "./screen-options.ts";
import { OpenQuestions } from "./panels/index.ts";
import { type Emulator, emulator } from "./terminal/emulator.fixture.ts";
import { processTimer, type ScreenTerminal } from "./terminal/index.ts";
import { colorlessTheme } from "./themes/index.ts";

export interface ScreenScene {
  readonly script?: Script;
  /** Facts of the scripted model. */
  readonly info?: Partial<ModelInfo>;
  readonly tools?: readonly Tool[];
  readonly policy?: Policy;
  /** Prompts that were answered before the screen opens. */
  readonly before?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** Replaces facts and actions outside the session. */
  readonly workplace?: Partial<Workplace>;
  readonly opening?: string;
  readonly draft?: string;
  readonly command?: string;
}

/** A screen over an emulated terminal, with a scripted model. */
export const openScreen = async (scene: ScreenScene = {}) => {
  const {
    script = [],
    info,
    tools = [],
    policy = allowAll(),
    before = [],
    columns = 80,
    rows = 24,
    workplace,
    opening,
    draft,
    command,
  } = scene;
  const model = scriptedModel(script, info === undefined ? {} : { info });
  const questions = new OpenQuestions();
  const runtime = createRuntime({ store: memoryStore(), models: fixedModels(model), tools, policy, ask: questions.ask });
  const session = await runtime.create({ model: model.info.reference, cwd: "/" });
  for (const prompt of before) await session.prompt(prompt).outcome;
  const terminal = screenTerminal(emulator(columns, rows));
  const submitted: (readonly [string, "now" | "later"])[] = [];
  const actions: ScreenActions = {
    async submit(text, when) {
      submitted.push([text, when]);
      if (!session.isBusy) session.prompt(text);
      else if (when === "now") session.steer(text);
      else session.followUp(text);
      return undefined;
    },
    setMode() {},
    suspend() {},
  };
  const screen = new Screen({
    session,
    terminal,
    timer: processTimer,
    now: Date.now,
    theme: colorlessTheme,
    questions,
    questionText: async ({ tool, requests }) => `${tool} wants: ${requests.map(({ subject }) => subject).join(", ")}`,
    mode: "ask",
    motion: false,
    actions,
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

export const screenTerminal = (inner: Emulator): TestTerminal => {
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
