import type { Theme } from "../themes/index.ts";

/** Replaces the editor and receives the keys, until it is closed. */
export interface Panel {
  /** At most `height` rows of at most `width` columns. */
  rows(size: { readonly width: number; readonly height: number }, theme: Theme): readonly string[];
  /** Handles a key or a paste. */
  input(data: string): void;
}
