import type { MouseEvent } from "../terminal/index.ts";
import { wordAt } from "./row-columns.ts";
import { selectedText, type TextPosition, type TextSelection } from "./text-selection.ts";
import type { TranscriptRows } from "./transcript-rows.ts";
import type { WindowRow } from "./transcript-window.ts";

export interface MouseSelectionOptions {
  readonly rows: TranscriptRows;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Gets the selected text; undefined if it is too long. */
  readonly copy: (text: string | undefined) => void;
}

/** Milliseconds between the presses of a double click. */
const DOUBLE = 400;

/** The mouse over a transcript: dragging selects text, a double click selects a word, a click opens or folds a block. */
export class MouseSelection {
  readonly #options: MouseSelectionOptions;
  #current: TextSelection | undefined;
  #pressed: { readonly at: number; readonly position: TextPosition } | undefined;
  /** A double click selected a word. */
  #isWord = false;

  constructor(options: MouseSelectionOptions) {
    this.#options = options;
  }

  get current(): TextSelection | undefined {
    return this.#current;
  }

  /** @param shown the rows on view, from the first row of the screen. @param width columns of the screen */
  handle({ kind, row, column }: MouseEvent, shown: readonly WindowRow[], width: number): void {
    const under = shown[Math.min(Math.max(0, row), shown.length - 1)];
    const position = under === undefined ? undefined : { item: under.item, row: under.row, column };
    if (kind === "press") return this.#press(row < shown.length ? position : undefined, under);
    if (this.#pressed === undefined || position === undefined) return undefined;
    if (kind === "drag") {
      if (!this.#isWord) this.#current = { from: this.#pressed.position, to: position };
      return undefined;
    }
    if (this.#current !== undefined) this.#options.copy(selectedText(this.#current, this.#options.rows, width));
    else if (this.#options.rows.title(position.item) === position.row) this.#options.rows.toggle(position.item);
    return undefined;
  }

  #press(position: TextPosition | undefined, under: WindowRow | undefined): void {
    const before = this.#pressed;
    this.#current = undefined;
    this.#isWord = false;
    this.#pressed = position && { at: this.#options.now(), position };
    if (this.#pressed === undefined || position === undefined || before === undefined || under === undefined) return;
    if (this.#pressed.at - before.at > DOUBLE || !isSame(before.position, position)) return;
    const { from, to } = wordAt(under.text, position.column);
    this.#isWord = true;
    this.#current = { from: { ...position, column: from }, to: { ...position, column: to - 1 } };
  }
}

const isSame = (one: TextPosition, other: TextPosition): boolean =>
  one.item === other.item && one.row === other.row && one.column === other.column;
