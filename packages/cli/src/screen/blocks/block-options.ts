import type { Theme } from "../themes/index.ts";
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
}
