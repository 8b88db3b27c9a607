import type { SessionView } from "coxswain/view";
import type { FrameTimer, ScreenTerminal } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";

/** The place of the tail: the rows below the transcript, with the editor. */
export interface TailSize {
  /** Columns of a row. */
  readonly width: number;
  /** Columns of the first row. */
  readonly firstWidth: number;
  /** Most rows. */
  readonly height: number;
  /** True on a terminal with few rows: only the necessary ones are shown. */
  readonly isLow: boolean;
}

export interface Tail {
  /** At least one row, without trailing spaces. */
  readonly rows: readonly string[];
  /** Position in the rows where input appears. Absent: nothing is edited. */
  readonly caret?: { readonly row: number; readonly column: number };
}

export interface SurfaceOptions {
  /** Id of the session. */
  readonly session: string;
  /** The surface takes its settled blocks. */
  readonly view: SessionView;
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  readonly theme: Theme;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Renders the tail. Called before each frame. */
  readonly tail: (size: TailSize) => Tail;
}

/** A way of showing a transcript, with the tail below it. */
export interface Surface {
  /** Columns of a row of the transcript. */
  readonly width: number;
  /** Shows the blocks that the view has from the beginning. Called once, before `start`. */
  open(): void;
  /** Draws the first frame, also after `stop`. */
  start(): void;
  /** Leaves the terminal to others. */
  stop(): void;
  /** The terminal has another size. */
  resized(): void;
  /** Draws a frame soon. `urgent`: as soon as possible, as for a key. */
  request(urgent?: boolean): void;
  /** Adds rows of the program itself to the transcript. */
  print(rows: readonly string[]): void;
  /** Shows everything that is folded, or folds it again. Returns a line about the change for the user. */
  expand(): string;
}
