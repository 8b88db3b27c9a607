import type { PermissionMode, Question, Session } from "coxswain";
import type { Workplace } from "./commands/index.ts";
import type { OpenQuestions } from "./panels/index.ts";
import type { FrameTimer, ScreenTerminal } from "./terminal/index.ts";
import type { Theme } from "./themes/index.ts";

/** Actions of the screen's owner. */
export interface ScreenActions {
  /** Sends text to the session: `now` steers a run, `later` queues for its end. Resolves to a line for the user, if there is one. */
  submit(text: string, when: "now" | "later"): Promise<string | undefined>;
  setMode(mode: PermissionMode): void;
  /** Stops the process until the user continues it. */
  suspend(): void;
}

export interface ScreenOptions {
  readonly session: Session;
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly theme: Theme;
  readonly questions: OpenQuestions;
  readonly actions: ScreenActions;
  readonly workplace: Workplace;
  /** Formats what must be seen before a question is answered. */
  readonly questionText: (question: Question, width: number) => Promise<string>;
  /** The permission mode at the beginning. */
  readonly mode: PermissionMode;
  /** Text that is printed before everything else. Default: none. */
  readonly opening?: string;
  /** Text in the editor at the beginning. Default: none. */
  readonly draft?: string | undefined;
  /** A command that is run at the beginning, as if it was typed. Default: none. */
  readonly command?: string | undefined;
  /** False shows nothing that moves. */
  readonly motion: boolean;
}
