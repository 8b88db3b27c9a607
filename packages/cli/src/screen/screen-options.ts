import type { PermissionMode, Question, Session } from "coxswain";
import type { DescribeEntry, SessionViewOptions } from "coxswain/view";
import type { Announcer } from "./away/index.ts";
import type { Leave, Workplace } from "./commands/index.ts";
import type { ChipContents, EditorSources } from "./editor/index.ts";
import type { FooterSource } from "./footer/index.ts";
import type { Keymap } from "./keys/index.ts";
import type { SurfaceMode } from "./layout/index.ts";
import type { OpenQuestions, OpenTextQuestions, QuestionPreview } from "./panels/index.ts";
import type { ScreenSession } from "./screen-session.ts";
import type { FrameTimer, ScreenTerminal } from "./terminal/index.ts";
import type { Themes } from "./themes/index.ts";

/** Actions of the screen's owner. */
export interface ScreenActions {
  /**
   * Sends text to the session: `now` steers a run, `later` queues for its end. `attached`: what the labels in the text stand
   * for. Resolves to a line for the user, if there is one.
   */
  submit(text: string, when: "now" | "later", attached: ChipContents): Promise<string | undefined>;
  setMode(mode: PermissionMode): void;
  /** Describes the work that an earlier process left, and that `resume` continues. Undefined: there is none. */
  offer(): string | undefined;
  resume(): void;
  /** Returns the commands that the user runs, as typed. */
  commands(): readonly string[];
  /** Stops the commands that the user runs. Returns false if there are none. */
  stopCommands(): boolean;
  /** Stops the process until the user continues it. */
  suspend(): void;
  /**
   * Ends the session's work and its events, because the user leaves it. Resolves to false if the session stays open, because
   * another one cannot be opened. Returns undefined if the terminal was closed.
   */
  finish(next: Leave): Promise<boolean> | undefined;
}

/** Options of every way of showing a session. */
export interface SessionScreenOptions {
  readonly session: ScreenSession;
  /** Returns the session for commands that change it. Throws an Error for the user while another process has it open. */
  readonly ownSession: () => Session;
  readonly timer: FrameTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly themes: Themes;
  readonly keys: Keymap;
  readonly questions: OpenQuestions;
  /** Questions of the model. */
  readonly textQuestions: OpenTextQuestions;
  readonly actions: ScreenActions;
  readonly workplace: Workplace;
  /** The permission mode at the beginning. */
  readonly mode: PermissionMode;
  /** Describes entries of extensions in Markdown. Default: they are not shown. */
  readonly describe?: DescribeEntry;
  /** Describes the checks of a run that has ended. Default: no checks are shown. */
  readonly checksOf?: (run: string) => string | undefined;
  /** Text that is printed before everything else. Default: none. */
  readonly opening?: string;
  /** A command that is run at the beginning, as if it was typed. Default: none. */
  readonly command?: string | undefined;
  /** A prompt to edit and send at the beginning. Default: none. */
  readonly draft?: string | undefined;
}

export interface ScreenOptions extends SessionScreenOptions {
  readonly terminal: ScreenTerminal;
  /** The way in which the session is shown first. */
  readonly surface: SurfaceMode;
  readonly editor: EditorSources;
  /** Returns the effect of a call that is asked about. */
  readonly questionPreview: (question: Question) => Promise<QuestionPreview>;
  /** Shows the session's state outside of the screen. Default: nothing does. */
  readonly announcer?: Announcer;
  /** Default: facts of the session alone. */
  readonly footer?: FooterSource;
  /** False shows nothing that moves. */
  readonly motion: boolean;
}

/** Returns the options of the session's view. */
export const viewOptionsOf = ({ describe, checksOf }: Pick<SessionScreenOptions, "describe" | "checksOf">): SessionViewOptions => ({
  ...(describe === undefined ? {} : { describe }),
  ...(checksOf === undefined ? {} : { checksOf }),
});
