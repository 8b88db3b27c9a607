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
  /** Items with a match, the last one first. */
  #found: number[] = [];
  /** The item to search next. */
  #next = 0;
  #current: RowPosition | undefined;

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
      if (item !== undefined && this.#matches(item)) this.#found.push(this.#next);
      this.#next -= 1;
    }
  }

  /** Goes to the match before the current one, or after it. Returns its row; undefined if there is none yet. */
  go(direction: "earlier" | "later"): RowPosition | undefined {
    const step = direction === "earlier" ? -1 : 1;
    let at = this.#current === undefined ? 0 : this.#found.indexOf(this.#current.item);
    if (this.#current !== undefined) {
      const rows = this.#matchingRows(this.#current.item);
      const next = rows[rows.indexOf(this.#current.row) + step];
      if (next !== undefined) return this.#goTo(this.#current.item, next);
      at -= step;
    }
    const item = this.#found[at];
    if (item === undefined) return undefined;
    const rows = this.#matchingRows(item);
    return this.#goTo(item, rows.at(direction === "earlier" ? -1 : 0) ?? 0);
  }

  /** Describes the state in few words. */
  get summary(): string {
    if (this.#query === "") return "type to search";
    const isDone = this.#next < this.#transcript.first && this.#transcript.earlier !== "loadable";
    if (this.#found.length === 0) return isDone ? "no match" : "searching";
    const at = this.#current === undefined ? 0 : this.#found.indexOf(this.#current.item) + 1;
    return `match ${at} of ${this.#found.length}${isDone ? "" : "+"}`;
  }

  #goTo(item: number, row: number): RowPosition {
    this.#current = { item, row };
    return this.#current;
  }

  /** The rows of an item that have a match. One that wraps is in none. */
  #matchingRows(item: number): readonly number[] {
    const rows = this.#rowsWithMatch(item);
    if (rows.length > 0 || this.#rows.isOpen(item) || !this.#rows.toggle(item)) return rows;
    return this.#rowsWithMatch(item);
  }

  #rowsWithMatch(item: number): readonly number[] {
    const pattern = this.#pattern;
    if (pattern === undefined) return [];
    return this.#rows.rowsWith(item, (row) => matchingColumns(row, pattern).length > 0);
  }

  #matches(item: TranscriptItem): boolean {
    const text = item.kind === "printed" ? item.rows.join("\n") : blockText(item);
    // `search` starts at the beginning, whatever was found before.
    return this.#pattern !== undefined && text.search(this.#pattern) >= 0;
  }
}
