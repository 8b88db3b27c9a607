import { fit } from "../blocks/index.ts";
import { type Frame, InlineOutput } from "../terminal/index.ts";
import { InlineTranscript } from "./inline-transcript.ts";
import type { Surface, SurfaceOptions } from "./surface.ts";

/** Tail rows other than the first are at most this wide, so that a narrower terminal does not wrap them. */
const TAIL_WIDTH = 60;
/** Below this many rows, nothing live is shown. */
const LOW = 12;
/** Rows of what still changes that are shown at most. */
const MOST_LIVE = 8;
/** Turns of a continued session that are shown. */
const SHOWN_TURNS = 2;

/** Shows a transcript in the terminal's normal screen: finished rows are printed once, and the tail is redrawn below them. */
export class InlineSurface implements Surface {
  readonly #options: SurfaceOptions;
  readonly #transcript: InlineTranscript;
  readonly #output: InlineOutput;

  constructor(options: SurfaceOptions) {
    const { view, terminal, timer, theme } = options;
    this.#options = options;
    this.#transcript = new InlineTranscript({ view, theme });
    this.#output = new InlineOutput({ output: terminal, timer, frame: () => this.#frame(), caretInTail: true });
  }

  get width(): number {
    return Math.max(10, this.#options.terminal.columns - 1);
  }

  open(): void {
    const earlier = this.#transcript.showLastTurns(SHOWN_TURNS);
    void this.#transcript.prepare().then(() => this.#output.request());
    if (earlier === 0) return;
    const count = earlier === 1 ? "1 earlier prompt" : `${earlier} earlier prompts`;
    this.print([`${count}. To read them: cox sessions show ${this.#options.session}`]);
  }

  start(): void {
    this.#output.start();
  }

  stop(): void {
    this.#output.stop();
  }

  resized(): void {
    this.#output.resized();
  }

  request(urgent = false): void {
    this.#output.request(urgent);
  }

  print(rows: readonly string[]): void {
    this.#output.print(rows);
  }

  expand(): string {
    this.#transcript.expanded = !this.#transcript.expanded;
    return this.#transcript.expanded ? "Showing all output from here on" : "Showing the usual output from here on";
  }

  /**
   * True if the terminal's caret may rest in the editor: nothing is printed soon, and no row of the tail wraps, so that the
   * caret is as many rows below the first one as when it was drawn.
   */
  #isCalm(live: readonly string[], isLow: boolean): boolean {
    const { view, terminal } = this.#options;
    return !isLow && terminal.columns > TAIL_WIDTH && live.length === 0 && view.status.activity.kind === "idle";
  }

  #frame(): Frame {
    const { terminal, now, tail } = this.#options;
    const { width } = this;
    const { final, live } = this.#transcript.update({ width, now: now() });
    const isLow = terminal.rows < LOW;
    const most = isLow ? 0 : Math.min(MOST_LIVE, Math.floor(terminal.rows / 3));
    const tailWidth = Math.min(width, TAIL_WIDTH);
    const above = most === 0 ? [] : live.slice(-most).map((row, at) => fit(row, at === 0 ? width : tailWidth));
    const firstWidth = above.length === 0 ? width : tailWidth;
    const { rows, caret } = tail({ width: tailWidth, firstWidth, height: Math.max(1, terminal.rows - 1 - above.length), isLow });
    return {
      printed: final,
      rows: [...above, ...rows],
      ...(caret === undefined || !this.#isCalm(above, isLow) ? {} : { caret }),
    };
  }
}
