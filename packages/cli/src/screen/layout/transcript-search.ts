import { blockText } from "../blocks/index.ts";
import { matchingColumns } from "./row-columns.ts";
import type { Transcript, TranscriptItem } from "./transcript.ts";
import type { TranscriptRows } from "./transcript-rows.ts";
import type { RowPosition } from "./transcript-window.ts";

/** Items that are searched between two checks of the time. */
const STEP = 50;

/**
 * A search through the blocks of a transcript, from its end to its beginning, in slices of time. Upper and lower case are the
 * same. A match in a folded part opens its block.
 */
export class TranscriptSearch {
  readonly #transcript: Transcript;
  readonly #rows: TranscriptRows;
  #query = "";
  #pattern: RegExp | undefined;
  /** Items with a match, the last one first, and the numbers of matches in their text. */
  #found: { readonly item: number; readonly matches: number }[] = [];
  /** The item to search next. */
  #next = 0;
  /** The current match: the one with this number in the rows of its item. */
  #current: (RowPosition & { readonly match: number }) | undefined;

  constructor(transcript: Transcript, rows: TranscriptRows) {
    this.#transcript = transcript;
    this.#rows = rows;
  }

  get query(): string {
    return this.#query;
  }

  /** Finds every match in a row. Undefined without a query. */
  get pattern(): RegExp | undefined {
    return this.#pattern;
  }

  /** The row of the current match. */
  get current(): RowPosition | undefined {
    return this.#current;
  }

  /** Starts a new search. */
  set(query: string): void {
    this.#query = query;
    this.#pattern = query === "" ? undefined : new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), "giu");
    this.#found = [];
    this.#next = this.#transcript.end + this.#transcript.live.length - 1;
    this.#current = undefined;
  }

  /** Searches until the time is over. Returns false if everything was searched. */
  run(isOver: () => boolean): boolean {
    if (this.#pattern === undefined) return false;
    for (let count = 0; ; count++) {
      if (count % STEP === STEP - 1 && isOver()) return true;
      if (this.#next < this.#transcript.first && !this.#transcript.loadEarlier()) return false;
      if (this.#next < this.#transcript.first) continue;
      const item = this.#transcript.at(this.#next);
      const matches = item === undefined ? 0 : this.#matchesIn(item);
      if (matches > 0) this.#found.push({ item: this.#next, matches });
      this.#next -= 1;
    }
  }

  /** Goes to the match before the current one, or after it. Returns its row; undefined if there is none yet. */
  go(direction: "earlier" | "later"): RowPosition | undefined {
    const step = direction === "earlier" ? -1 : 1;
    let at = 0;
    if (this.#current !== undefined) {
      const { item, match } = this.#current;
      const row = this.#matchingRows(item)[match + step];
      if (row !== undefined) return this.#goTo(item, row, match + step);
      at = this.#foundAt(item) - step;
    }
    const found = this.#found[at];
    if (found === undefined) return undefined;
    const rows = this.#matchingRows(found.item);
    const match = direction === "earlier" ? Math.max(0, rows.length - 1) : 0;
    return this.#goTo(found.item, rows[match] ?? 0, match);
  }

  #foundAt(item: number): number {
    return this.#found.findIndex((found) => found.item === item);
  }

  /** Describes the state in few words. */
  get summary(): string {
    if (this.#query === "") return "type to search";
    const isDone = this.#next < this.#transcript.first && this.#transcript.earlier !== "loadable";
    if (this.#found.length === 0) return isDone ? "no match" : "searching";
    const all = this.#found.reduce((sum, { matches }) => sum + matches, 0);
    return `match ${this.#number()} of ${all}${isDone ? "" : "+"}`;
  }

  /** Number of the current match, from the end. A match that wraps is in no row, so that its number is skipped. */
  #number(): number {
    if (this.#current === undefined) return 0;
    const { item, match } = this.#current;
    const at = this.#foundAt(item);
    const later = this.#found.slice(0, at).reduce((sum, { matches }) => sum + matches, 0);
    return later + Math.min(this.#found[at]?.matches ?? 1, Math.max(1, this.#rowsWithMatch(item).length - match));
  }

  #goTo(item: number, row: number, match: number): RowPosition {
    this.#current = { item, row, match };
    return this.#current;
  }

  /** The row of each match in the rows of an item. One that wraps is in none. */
  #matchingRows(item: number): readonly number[] {
    const rows = this.#rowsWithMatch(item);
    if (rows.length > 0 || this.#rows.isOpen(item) || !this.#rows.toggle(item)) return rows;
    return this.#rowsWithMatch(item);
  }

  /** The number of each row with matches, once for each match. */
  #rowsWithMatch(item: number): readonly number[] {
    const pattern = this.#pattern;
    if (pattern === undefined) return [];
    const found: number[] = [];
    const length = this.#rows.length(item);
    for (let row = 0; row < length; row++) for (const _ of matchingColumns(this.#rows.row(item, row), pattern)) found.push(row);
    return found;
  }

  #matchesIn(item: TranscriptItem): number {
    if (this.#pattern === undefined) return 0;
    const text = item.kind === "printed" ? item.rows.join("\n") : blockText(item);
    let count = 0;
    for (const _ of text.matchAll(this.#pattern)) count += 1;
    return count;
  }
}
