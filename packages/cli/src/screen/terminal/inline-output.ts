import { FrameSchedule } from "./frame-schedule.ts";
import type { FrameTimer } from "./frame-timer.ts";
import type { Reflow } from "./reflow.ts";
import { caretTo, caretUp, rowsDown, SEQUENCES } from "./sequences.ts";

/** The size of a terminal, and where its bytes go. */
export interface TerminalOutput {
  readonly columns: number;
  readonly rows: number;
  /** Default: `usual`. */
  readonly reflow?: Reflow;
  write(data: string): void;
}

/** A frame, for the terminal's size at that moment. */
export interface Frame {
  /** Rows to print above the tail. Default: none. */
  readonly printed?: readonly string[];
  /** Rows of the tail: at least one, each without trailing spaces and at most as wide as the terminal. */
  readonly rows: readonly string[];
  /** Position in the rows where input appears. Absent: nothing is edited. */
  readonly caret?: { readonly row: number; readonly column: number };
}

export interface InlineOutputOptions {
  readonly output: TerminalOutput;
  readonly timer: FrameTimer;
  /** Called before each frame. */
  readonly frame: () => Frame;
  /**
   * Moves the terminal's own caret, which stays hidden, to the frame's caret while nothing is printed: the windows of input
   * methods open there. Default: false.
   */
  readonly caretInTail?: boolean;
}

/** Milliseconds without printed rows before the caret may be in the tail. */
const QUIET = 250;
/** Rows of the lowest terminal: a move down over fewer rows scrolls no row of the tail out of it. */
const LEAST_ROWS = 6;
/** Wraps the row that the caret is in, by a character beyond its last column. */
const WRAP = `${caretTo(9998)}  `;

/**
 * Output at the end of a terminal's normal screen. Printed rows belong to the terminal: they are never rewritten, and stay in
 * its scrollback. Below them the tail is redrawn.
 *
 * The caret rests, hidden, in column 0 of the tail's first row. Whatever a terminal does to its rows on a resize, it keeps
 * its caret on that cell, so that erasing from there needs neither the width nor the height. A terminal may be resized before
 * that is known, also in the middle of a frame: the caret only moves by rows, down with scrolling, and a whole tail is drawn
 * from its last row up, where there is room then. So the caret returns to the first row, and no row of the tail gets
 * into the scrollback.
 *
 * kitty gets the tail as a prompt: it erases a prompt on a resize, and keeps the caret at its beginning. Printed rows must not
 * have that mark, or a later resize would erase them. xterm.js gets the tail as one line, of which each row is wrapped.
 */
export class InlineOutput {
  readonly #output: TerminalOutput;
  readonly #timer: FrameTimer;
  readonly #frame: () => Frame;
  readonly #caretInTail: boolean;
  #printed: string[] = [];
  /** Rows of the tail on the screen. Undefined: unknown, all must be drawn. */
  #drawn: readonly string[] | undefined;
  /** The caret's position below the tail's first row, and its column there. */
  #caret = { row: 0, column: 0 };
  readonly #schedule: FrameSchedule;
  #cancelQuiet: (() => void) | undefined;
  #isOpen = false;
  #lastPrint = Number.NEGATIVE_INFINITY;

  constructor({ output, timer, frame, caretInTail = false }: InlineOutputOptions) {
    this.#output = output;
    this.#timer = timer;
    this.#frame = frame;
    this.#caretInTail = caretInTail;
    this.#schedule = new FrameSchedule(timer, () => this.#draw());
  }

  /** Draws the first frame at the caret's line. */
  start(): void {
    this.#isOpen = true;
    this.#drawn = undefined;
    this.#caret = { row: 0, column: 0 };
    this.#output.write(`${SEQUENCES.hideCaret}\r`);
    this.#draw();
  }

  /** Adds rows above the tail, with the next frame. */
  print(rows: readonly string[]): void {
    if (rows.length === 0) return;
    this.#printed.push(...rows);
    this.request();
  }

  /** Draws a frame soon. `urgent`: as soon as possible, as for a key. */
  request(urgent = false): void {
    if (this.#isOpen) this.#schedule.request(urgent);
  }

  /** The terminal has another size: draws the tail again once the resizes are over. */
  resized(): void {
    this.#drawn = undefined;
    if (this.#isOpen) this.#schedule.resized();
  }

  /** Prints the rest and removes the tail: another program may write, or the process ends. */
  stop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#schedule.cancel();
    this.#cancelQuiet?.();
    const rest = this.#takePrinted();
    const { beginFrame, showCaret, endFrame } = SEQUENCES;
    this.#output.write(`${beginFrame}${this.#toFirstRow()}${this.#eraseTail}${rest}${showCaret}${endFrame}`);
  }

  /** The caret may be in the tail once nothing was printed for a while. */
  #drawWhenQuiet(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#timer.after(QUIET + 1, () => this.request());
  }

  #draw(): void {
    const now = this.#timer.now();
    this.#schedule.drawn();
    const { printed = [], rows: all, caret } = this.#frame();
    this.#printed.push(...printed);
    const hidden = Math.max(0, all.length - Math.max(1, this.#output.rows - 1));
    const rows = hidden === 0 ? all : all.slice(hidden);
    if (this.#printed.length > 0) this.#lastPrint = now;
    const body = this.#body(rows);
    this.#drawn = rows;
    const rests = this.#caretInTail && now - this.#lastPrint > QUIET ? caret : undefined;
    const target = rests === undefined || rests.row < hidden ? undefined : { row: rests.row - hidden, column: rests.column };
    if (this.#caretInTail && target === undefined && caret !== undefined) this.#drawWhenQuiet();
    const stays = target === undefined ? this.#caret.row === 0 : target.row === this.#caret.row && target.column === this.#caret.column;
    if (body === "" && stays) return;
    const { beginFrame, endFrame } = SEQUENCES;
    const home = this.#toFirstRow();
    const rest = target === undefined ? "" : `${rowsDown(target.row)}\r${caretTo(target.column)}`;
    this.#caret = target ?? { row: 0, column: 0 };
    this.#output.write(`${beginFrame}${home}${body}${rest}${endFrame}`);
  }

  /** Draws what is new. Ends in column 0 of the tail's first row. */
  #body(rows: readonly string[]): string {
    const drawn = this.#drawn;
    const last = rows.findLastIndex((row, at) => row !== drawn?.[at]);
    if (this.#printed.length > 0 || drawn?.length !== rows.length || last >= LEAST_ROWS) return this.#whole(rows);
    return last < 0 ? "" : this.#changes(rows, drawn);
  }

  /**
   * Draws printed rows, which may wrap, and the whole tail, whose rows may not, from its last row up to its first: a resize in
   * the middle of it finds only empty rows between the caret and the first row, so that the caret still gets there.
   */
  #whole(rows: readonly string[]): string {
    const { promptStart, resetStyle, wrapOff, wrapOn } = SEQUENCES;
    const { reflow } = this.#output;
    const room = reflow === "caretLine" ? WRAP.repeat(rows.length - 1) : rowsDown(rows.length - 1);
    const [first = "", ...others] = rows;
    const marked = reflow === "prompt" ? `${promptStart}${first}` : first;
    const tail = [marked, ...others].toReversed().join(`${resetStyle}\r${caretUp(1)}`);
    return `${this.#eraseTail}${this.#takePrinted()}${room}\r${wrapOff}${tail}${resetStyle}\r${wrapOn}`;
  }

  /** Erases the tail from the caret on. The mark of a prompt is a property of its line, which is deleted. */
  get #eraseTail(): string {
    const { deleteLine, eraseBelow } = SEQUENCES;
    return this.#output.reflow === "prompt" ? `\r${deleteLine}${eraseBelow}` : eraseBelow;
  }

  /** Rewrites changed rows. Moves down scroll, so that the caret goes up as many rows even if the terminal is lower now. */
  #changes(rows: readonly string[], drawn: readonly string[]): string {
    const { eraseLineEnd, resetStyle, wrapOff, wrapOn } = SEQUENCES;
    let at = 0;
    let changes = "";
    for (const [index, row] of rows.entries()) {
      if (row === drawn[index]) continue;
      // xterm.js no longer joins a row to the one before if all of it is erased.
      changes += `${rowsDown(index - at)}\r${row === "" ? " " : row}${resetStyle}${eraseLineEnd}`;
      at = index;
    }
    return `${wrapOff}${changes}${caretUp(at)}\r${wrapOn}`;
  }

  #takePrinted(): string {
    const rows = this.#printed;
    this.#printed = [];
    return rows.map((row) => `${row}${SEQUENCES.resetStyle}\r\n`).join("");
  }

  #toFirstRow(): string {
    const home = `\r${caretUp(this.#caret.row)}`;
    this.#caret = { row: 0, column: 0 };
    return home;
  }
}
