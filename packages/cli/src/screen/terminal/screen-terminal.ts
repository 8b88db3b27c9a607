import type { CellSize } from "./terminal-reports.ts";
import type { TerminalOutput } from "./inline-output.ts";

/** The terminal that a screen is shown in. */
export interface ScreenTerminal extends TerminalOutput {
  /** The size of a cell, once the terminal has reported it. */
  readonly cell?: CellSize | undefined;
  /** Takes over the keyboard: `onInput` gets one key, or one paste in brackets (`ESC[200~`), at a time. */
  start(onInput: (input: string) => void, onResize: () => void): void;
  /**
   * Resolves once the terminal has answered all requests, at most a second after `start`, so that no answer becomes input of the
   * next program. Passes keys on meanwhile.
   */
  drain(): Promise<void>;
  /** Restores all modes of the terminal. */
  stop(): void;
}
