import { visibleWidth } from "@earendil-works/pi-tui";
import { fit, type StreamedRows } from "../blocks/index.ts";
import { type Frame, InlineOutput, mouseEvent } from "../terminal/index.ts";
import { imageSpace } from "./image-space.ts";
import { InlineTranscript } from "./inline-transcript.ts";
import type { HighlightedOptions, Surface, Tail } from "./surface.ts";

/** Tail rows other than the first have at most this many columns: a terminal that becomes as narrow does not wrap them. */
const TAIL_WIDTH = 60;
/** The same, where a narrower terminal would push the first row of a tail that is wider above the screen. */
const NARROW_TAIL = 40;
/** Columns of the narrowest terminal. Rules have as many, so that none ever wraps. */
const NARROWEST = 20;
/** Below this many rows, nothing live is shown. */
const LOW = 12;
/** Ends all styles. */
const RESET = "\u001b[0m";
/** Rows of what still changes that are shown at most. */
const MOST_LIVE = 8;

/** Shows a transcript in the terminal's normal screen: finished rows are printed once, and the tail is redrawn below them. */
export class InlineSurface implements Surface {
  readonly #options: HighlightedOptions;
  readonly #transcript: InlineTranscript;
  readonly #output: InlineOutput;
  /** Rows that are printed above the tail: it has at least as many above it, unless the screen has fewer. */
  #printed = 0;

  constructor(options: HighlightedOptions) {
    const { transcript, terminal, timer, theme, highlighter } = options;
    this.#options = options;
    this.#transcript = new InlineTranscript({ transcript, theme, highlighter });
    this.#output = new InlineOutput({ output: terminal, timer, frame: () => this.#frame(), caretInTail: true });
  }

  get width(): number {
    return Math.max(10, this.#options.terminal.columns - 1);
  }

  /** Begins with these rows, a line about earlier turns, and the last turns. Called once, before anything is printed. */
  open(turns: number, opening: readonly string[]): void {
    const { transcript, session } = this.#options;
    const first = transcript.lastTurns(turns);
    const prompts = transcript.promptsBefore(first);
    const count = transcript.earlier === "stored" ? "Earlier prompts" : prompts === 1 ? "1 earlier prompt" : `${prompts} earlier prompts`;
    const hasEarlier = prompts > 0 || transcript.earlier === "stored";
    const earlier = hasEarlier ? [`${count}. To read them: cox sessions show ${session}`] : [];
    this.#transcript.startAt(first, [...opening, ...earlier]);
  }

  /** Loads the languages of the code that is printed first. Rows that are printed get no colors later. */
  async prepare(): Promise<void> {
    await this.#transcript.prepare();
    this.#output.request();
  }

  start(): void {
    this.#output.start();
  }

  stop(): void {
    this.#transcript.endPreparing();
    this.#output.print(this.#update().final);
    this.#output.stop();
  }

  /** Prints everything that is not printed, without a tail. */
  printRest(): void {
    const { final, live } = this.#update();
    this.#options.terminal.write([...final, ...live].map((row) => `${row}${RESET}\r\n`).join(""));
  }

  resized(): void {
    this.#output.resized();
  }

  request(urgent = false): void {
    this.#output.request(urgent);
  }

  print(rows: readonly string[]): void {
    this.#options.transcript.print(rows);
    this.request();
  }

  toEnd(): void {
    // The terminal scrolls its own rows.
  }

  expand(): string {
    this.#transcript.expanded = !this.#transcript.expanded;
    return this.#transcript.expanded ? "Showing all output from here on" : "Showing the usual output from here on";
  }

  input(data: string): boolean {
    // Reports of the mouse may come after the full screen was left.
    return mouseEvent(data) !== undefined;
  }

  #update(): StreamedRows {
    return this.#transcript.update({ width: this.width, now: this.#options.now(), images: imageSpace(this.#options) });
  }

  /**
   * True if the terminal's caret may rest in the editor: nothing is printed soon, and a terminal that becomes somewhat narrower
   * wraps no row of the tail, so that the caret is as many rows below the first one as when it was drawn.
   */
  #isCalm(live: readonly string[], isLow: boolean): boolean {
    const { transcript, terminal } = this.#options;
    return !isLow && terminal.columns > TAIL_WIDTH && live.length === 0 && transcript.status.activity.kind === "idle";
  }

  #frame(): Frame {
    const { width } = this;
    const { final, live } = this.#update();
    this.#printed += final.length;
    const wide = this.#tail(live, Math.min(width, TAIL_WIDTH));
    const narrow = this.#staysOnScreen(wide.rows) ? wide : this.#tail(live, Math.min(width, NARROW_TAIL));
    return { printed: final, ...(this.#staysOnScreen(narrow.rows) ? narrow : wide) };
  }

  /** The rows below the transcript: what still changes in it, and the tail. */
  #tail(live: readonly string[], width: number): Tail {
    const { terminal, tail } = this.#options;
    const isLow = terminal.rows < LOW;
    const most = isLow ? 0 : Math.min(MOST_LIVE, Math.floor(terminal.rows / 3));
    const above = most === 0 ? [] : live.slice(-most);
    const firstWidth = above.length === 0 ? this.width : width;
    const height = Math.max(1, terminal.rows - 1 - above.length);
    const { rows, caret } = tail({ width, firstWidth, ruleWidth: Math.min(width, NARROWEST), height, isLow });
    const shown = this.#liveRows(above, width, rows);
    return { rows: [...shown, ...rows], ...(caret === undefined || !this.#isCalm(shown, isLow) ? {} : { caret }) };
  }

  /** Cuts live rows, the first one after the others, as far as this keeps it on the screen of a narrower terminal. */
  #liveRows(live: readonly string[], width: number, below: readonly string[]): readonly string[] {
    const cut = (most: number, first = most): readonly string[] => live.map((row, at) => fit(row, at === 0 ? first : most));
    const wide = cut(width, this.width);
    const narrower = [wide, cut(width), cut(Math.min(width, NARROW_TAIL)), cut(Math.min(width, NARROWEST))];
    return narrower.find((rows) => this.#staysOnScreen([...rows, ...below])) ?? wide;
  }

  /**
   * True if the first of these rows stays on the screen when the terminal becomes narrower and wraps them: it moves up by the
   * number of rows that they become more, and cannot be erased above the screen.
   */
  #staysOnScreen(rows: readonly string[]): boolean {
    const more = rows.reduce((sum, row) => sum + Math.max(0, Math.ceil(visibleWidth(row) / NARROWEST) - 1), 0);
    return more <= Math.min(this.#printed, this.#options.terminal.rows - rows.length);
  }
}
