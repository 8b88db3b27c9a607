import type { ImageSpace } from "../blocks/index.ts";
import type { Transcript } from "./transcript.ts";
import type { TranscriptRows } from "./transcript-rows.ts";

/** A row of a transcript: `row` counts the rows of the item, from 0. */
export interface RowPosition {
  readonly item: number;
  readonly row: number;
}

export interface WindowRow extends RowPosition {
  readonly text: string;
}

/** The rows below a window. `fresh`: those that came since it left the end. Partly estimated. */
export interface RowsBelow {
  readonly rows: number;
  readonly fresh: number;
}

/**
 * The part of a transcript that is on view. It follows the end until it is scrolled up, and then stays where it is,
 * whatever comes. It makes only rows that are on view or next to it.
 */
export class TranscriptWindow {
  readonly #transcript: Transcript;
  readonly #rows: TranscriptRows;
  #height = 1;
  /** The first row on view. Undefined: the window follows the end. */
  #top: RowPosition | undefined;
  /** End of the transcript when the window left it, and the live rows then. */
  #left = { end: 0, live: 0 };
  /** Rows of all items from `from` to before `to`, as counted at a revision of the rows. */
  #below = { from: 0, to: 0, rows: 0, revision: 0 };

  constructor(transcript: Transcript, rows: TranscriptRows) {
    this.#transcript = transcript;
    this.#rows = rows;
  }

  get follows(): boolean {
    return this.#top === undefined;
  }

  /**
   * Returns the rows on view: at most `height`, fewer only if there are no more.
   * @param images space for images; default: each is a line
   */
  view(height: number, width: number, now: number, images?: ImageSpace): readonly WindowRow[] {
    this.#height = Math.max(1, height);
    const before = this.#top === undefined ? 0 : this.#rows.length(this.#top.item);
    if (this.#rows.begin(width, now, images) && this.#top !== undefined)
      this.#top = { ...this.#top, row: Math.floor((this.#top.row * this.#rows.length(this.#top.item)) / Math.max(1, before)) };
    const rows = this.#top === undefined ? this.#last() : this.#from(this.#top);
    this.#rows.trim();
    return rows;
  }

  /** Moves the window by rows: up if negative. */
  scroll(rows: number): void {
    const top = this.#top ?? this.#topOf(this.#height);
    if (rows < 0) {
      if (this.#top === undefined) this.#leaveEnd();
      this.#top = this.#up(top, -rows);
    } else if (this.#top !== undefined) this.#top = this.#down(top, rows);
  }

  /** Shows the first rows that are in memory. */
  toStart(): void {
    while (this.#transcript.loadEarlier());
    if (this.#top === undefined) this.#leaveEnd();
    this.#top = { item: this.#transcript.first, row: 0 };
  }

  /** Follows the end. */
  toEnd(): void {
    this.#top = undefined;
  }

  /** Shows a row, a third below the top. */
  show(position: RowPosition): void {
    if (this.#top === undefined) this.#leaveEnd();
    this.#top = this.#up(position, Math.floor(this.#height / 3));
  }

  /** Returns the rows below the window. Undefined if it follows the end. */
  get below(): RowsBelow | undefined {
    if (this.#top === undefined) return undefined;
    const { end } = this.#transcript;
    const { item, row } = this.#top;
    const { revision } = this.#rows;
    if (this.#below.from !== item || this.#below.to > end || this.#below.revision !== revision)
      this.#below = { from: item, to: item, rows: 0, revision };
    let { to, rows } = this.#below;
    for (; to < end; to++) rows += this.#rows.count(to);
    this.#below = { from: item, to, rows, revision };
    const live = this.#liveRows();
    let fresh = live - this.#left.live;
    for (let at = this.#left.end; at < end; at++) fresh += this.#rows.count(at);
    return { rows: Math.max(0, rows + live - row - this.#height), fresh: Math.max(0, fresh) };
  }

  #leaveEnd(): void {
    this.#left = { end: this.#transcript.end, live: this.#liveRows() };
  }

  #liveRows(): number {
    const { end, live } = this.#transcript;
    let rows = 0;
    for (let at = 0; at < live.length; at++) rows += this.#rows.length(end + at);
    return rows;
  }

  get #end(): number {
    return this.#transcript.end + this.#transcript.live.length;
  }

  /** The last rows of the transcript. */
  #last(): readonly WindowRow[] {
    return this.#collect(this.#topOf(this.#height));
  }

  /** The rows from a position on. Follows the end if it is on view. */
  #from(top: RowPosition): readonly WindowRow[] {
    const rows = this.#collect(top);
    const last = rows.at(-1);
    if (rows.length === this.#height && last !== undefined && !this.#isEnd(last)) return rows;
    this.#top = undefined;
    return rows.length === this.#height ? rows : this.#last();
  }

  #isEnd({ item, row }: RowPosition): boolean {
    if (row < this.#rows.length(item) - 1) return false;
    for (let after = item + 1; after < this.#end; after++) if (this.#rows.length(after) > 0) return false;
    return true;
  }

  #collect(top: RowPosition): readonly WindowRow[] {
    const rows: WindowRow[] = [];
    let { row } = top;
    for (let { item } = top; item < this.#end && rows.length < this.#height; item++, row = 0) {
      const length = this.#rows.length(item);
      for (; row < length && rows.length < this.#height; row++) rows.push({ item, row, text: this.#rows.row(item, row) });
    }
    return rows;
  }

  /** The position from which on there are `height` rows, or the first one. */
  #topOf(height: number): RowPosition {
    return this.#up({ item: this.#end, row: 0 }, height);
  }

  #up({ item: from, row }: RowPosition, rows: number): RowPosition {
    let left = rows - row;
    let item = from;
    while (left > 0) {
      if (item === this.#transcript.first && !this.#transcript.loadEarlier()) return { item, row: 0 };
      // A chunk of entries may have no blocks.
      if (item === this.#transcript.first) continue;
      item -= 1;
      left -= this.#rows.length(item);
    }
    return { item, row: -left };
  }

  #down({ item: from, row }: RowPosition, rows: number): RowPosition | undefined {
    let item = from;
    let to = row + rows;
    for (let length = this.#rows.length(item); to >= length; length = this.#rows.length(item)) {
      to -= length;
      item += 1;
      if (item >= this.#end) return undefined;
    }
    return { item, row: to };
  }
}
