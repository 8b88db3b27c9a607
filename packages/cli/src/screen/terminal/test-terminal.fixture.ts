import { type Emulator, emulator } from "./emulator.fixture.ts";
import type { Reflow } from "./reflow.ts";
import type { ScreenTerminal } from "./screen-terminal.ts";

/** An emulated terminal whose keys the test presses. */
export interface TestTerminal extends ScreenTerminal, Pick<Emulator, "lines" | "screen" | "written" | "resize"> {
  /** Presses keys: each string is one key or one paste. */
  press(...keys: readonly string[]): void;
  /** Types text, one key a character. */
  type(text: string): void;
  /** Resolves when a line of the terminal has the text. */
  seen(text: string): Promise<void>;
  /** True while the keyboard is taken over. */
  readonly isOpen: boolean;
}

/** A terminal of that size, whose keyboard is taken over by `start`. */
export const testTerminal = (columns = 80, rows = 24, reflow: Reflow = "usual"): TestTerminal => {
  const inner = emulator(columns, rows, reflow);
  let onInput: ((input: string) => void) | undefined;
  let onResize: (() => void) | undefined;
  const waiting = new Set<() => void>();
  const press = (...keys: readonly string[]): void => keys.forEach((key) => onInput?.(key));
  return {
    reflow,
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
    async drain() {},
    stop() {
      onInput = undefined;
      onResize = undefined;
    },
    write(data) {
      inner.write(data);
      for (const look of waiting) look();
    },
    resize(width, height) {
      inner.resize(width, height);
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
