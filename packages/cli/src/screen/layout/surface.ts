import type { Highlighter } from "../blocks/index.ts";
import type { Keymap } from "../keys/index.ts";
import type { FrameTimer, ScreenTerminal } from "../terminal/index.ts";
import type { Theme } from "../themes/index.ts";
import type { Transcript } from "./transcript.ts";

/** The place of the tail: the rows below the transcript, with the editor. */
export interface TailSize {
  /** Columns of a row. */
  readonly width: number;
  /** Columns of the first row. */
  readonly firstWidth: number;
  /** Columns of a rule. */
  readonly ruleWidth: number;
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
  readonly transcript: Transcript;
  readonly terminal: ScreenTerminal;
  readonly timer: FrameTimer;
  /** Its styles may change: then `styles` returns another value. */
  readonly theme: Theme;
  readonly styles: () => unknown;
  readonly keys: Pick<Keymap, "findInFull" | "rows">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Renders the tail. Called before each frame. */
  readonly tail: (size: TailSize) => Tail;
  /** Puts text into the clipboard. Returns a line about it for the user. */
  readonly copy: (text: string) => Promise<string>;
  /** Shows a line for the user until the next key. */
  readonly hint: (line: string) => void;
}

export interface HighlightedOptions extends SurfaceOptions {
  readonly highlighter: Highlighter;
}

/** The receiver of the other keys. */
export type Focus = "editor" | "empty editor" | "panel";

/** A way of showing a transcript, with the tail below it. */
export interface Surface {
  /** Columns of a row of the transcript. */
  readonly width: number;
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
  /** Shows the end of the transcript: the user has added something there. */
  toEnd(): void;
  /** Shows everything that is folded, or folds it again. Returns a line about the change for the user. */
  expand(): string;
  /** Handles a key or an event of the mouse. Returns false if it means nothing to the transcript. */
  input(data: string, focus: Focus): boolean;
}
