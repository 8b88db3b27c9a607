import { setImmediate } from "node:timers/promises";
import type { LineListener, LineTerminal } from "./line-terminal.ts";

/** A terminal that edits lines, at which the test types. */
export interface TypedTerminal extends LineTerminal {
  /** Types a line, or several that arrive together, as a terminal shows and passes them on. */
  type(text: string): void;
  interrupt(): void;
  /** Returns from Ctrl+Z. */
  resume(): void;
  end(): void;
  /** Everything on the terminal. */
  readonly text: string;
  /** Resolves when the terminal shows this, after the text that was seen before. */
  seen(text: string): Promise<void>;
}

/** A terminal of 80 columns. */
export const lineTerminal = (): TypedTerminal => {
  let listener: LineListener | undefined;
  let text = "";
  let place = 0;
  let look = (): void => {};
  const write = (more: string): void => {
    text += more;
    look();
  };
  return {
    columns: 80,
    write,
    start: (started) => void (listener = started),
    stop: () => void (listener = undefined),
    drained: () => setImmediate(),
    type(typed) {
      write(`${typed}\n`);
      listener?.typed(typed);
    },
    interrupt() {
      write("^C");
      listener?.interrupted();
    },
    resume: () => listener?.continued(),
    end: () => listener?.ended(),
    get text() {
      return text;
    },
    seen: (expected) =>
      new Promise((resolve) => {
        look = () => {
          const at = text.indexOf(expected, place);
          if (at < 0) return;
          place = at + expected.length;
          look = () => {};
          resolve();
        };
        look();
      }),
  };
};
