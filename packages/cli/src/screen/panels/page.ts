import type { Theme } from "../themes/index.ts";

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PageFrame {
  /** At most `height` rows of at most `width` columns. */
  readonly rows: readonly string[];
  /** Position where input appears. Absent: nothing is typed. */
  readonly caret?: { readonly row: number; readonly column: number };
}

/** Covers the whole screen and receives the keys, until it is closed. */
export interface Page {
  frame(size: PageSize, theme: Theme): PageFrame;
  /** Handles a key or a paste. */
  input(data: string): void;
  /** Scrolls by rows, as the wheel does: down if positive. */
  scroll(rows: number): void;
}
