import type { TerminalFeatures, Theme } from "../themes/index.ts";
import type { Highlighter } from "./highlighter.ts";

export interface BlockOptions {
  /** Columns of a row. */
  readonly width: number;
  readonly theme: Theme;
  /** True shows everything, false the part that people usually want to see. */
  readonly expanded: boolean;
  /** Milliseconds since the epoch, for what still runs. */
  readonly now: number;
  /** Default: code is not highlighted. */
  readonly highlighter?: Highlighter;
  /** Draws images by this protocol. Rows with an image move the caret, so that they must be printed. Default: a line for each. */
  readonly images?: TerminalFeatures["images"];
}
