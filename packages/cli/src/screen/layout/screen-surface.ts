import { Highlighter } from "../blocks/index.ts";
import type { Page } from "../panels/index.ts";
import { CARET_TO_LAST_ROW } from "../terminal/index.ts";
import { FullSurface } from "./full-surface.ts";
import { InlineSurface } from "./inline-surface.ts";
import { PageSurface } from "./page-surface.ts";
import type { Focus, Surface, SurfaceOptions } from "./surface.ts";

/** The ways of showing a transcript: in the terminal's normal screen, or in the alternate one. */
export type SurfaceMode = "inline" | "full";

export interface ScreenSurfaceOptions extends SurfaceOptions {
  /** Returns the page that covers the transcript. Called for each frame. */
  readonly page: () => Page | undefined;
}

/** Turns of a continued session that inline shows. */
const SHOWN_TURNS = 2;

/** Shows a transcript inline or in the full screen, and switches between them at run time. */
export class ScreenSurface implements Surface {
  readonly #options: ScreenSurfaceOptions;
  readonly #inline: InlineSurface;
  readonly #full: FullSurface;
  #mode: SurfaceMode;
  /** The page in place of the transcript. */
  #cover: PageSurface | undefined;
  /** True between `start` and `stop`. */
  #isShown = false;
  /** Rows that inline prints first. */
  #opening: readonly string[] = [];
  /** True once inline has printed something. */
  #hasPrinted = false;
  /** True if the terminal had another size while the alternate screen was shown. */
  #hasResized = false;

  constructor(options: ScreenSurfaceOptions, mode: SurfaceMode) {
    this.#options = options;
    this.#mode = mode;
    const highlighter = new Highlighter(() => {
      this.#full.restyle();
      // Code waits for it.
      this.#inline.request();
    });
    this.#inline = new InlineSurface({ ...options, highlighter });
    this.#full = new FullSurface({ ...options, highlighter });
  }

  get mode(): SurfaceMode {
    return this.#mode;
  }

  /** The transcript, which a page may cover. */
  get #surface(): InlineSurface | FullSurface {
    return this.#mode === "full" ? this.#full : this.#inline;
  }

  get #shown(): InlineSurface | FullSurface | PageSurface {
    return this.#cover ?? this.#surface;
  }

  get #isAlternate(): boolean {
    return this.#mode === "full" || this.#cover !== undefined;
  }

  get width(): number {
    return this.#surface.width;
  }

  /**
   * Makes the blocks that are shown first. Called once, before `start`.
   * @param opening rows before them
   */
  open(opening: readonly string[]): void {
    // Inline prints them before the line about earlier turns.
    if (this.#mode === "inline") this.#opening = opening;
    else if (opening.length > 0) this.#options.transcript.print(opening);
    this.#options.transcript.open(SHOWN_TURNS);
  }

  start(): void {
    this.#isShown = true;
    if (!this.#isAlternate && this.#openInline(SHOWN_TURNS)) void this.#inline.prepare();
    this.#shown.start();
  }

  stop(): void {
    this.#isShown = false;
    this.#shown.stop();
    if (this.#isAlternate) this.#toNormalScreen();
  }

  /** Ends the screen. The full screen disappears with its content, so the last turn is printed in the normal screen. */
  async end(): Promise<void> {
    this.stop();
    if (this.#mode === "full") {
      this.#openInline(1);
      this.#inline.printRest();
    }
    await this.#options.terminal.drain();
  }

  /** Stops, and resolves once another program can have the terminal. */
  async release(): Promise<void> {
    this.stop();
    await this.#options.terminal.drain();
  }

  /** Shows the session in the other way. Nothing is printed twice. */
  toggle(): void {
    this.stop();
    this.#mode = this.#mode === "full" ? "inline" : "full";
    this.start();
  }

  resized(): void {
    this.#hasResized = this.#isAlternate;
    this.#shown.resized();
  }

  request(urgent?: boolean): void {
    this.#update();
    this.#shown.request(urgent);
  }

  print(rows: readonly string[]): void {
    this.#surface.print(rows);
  }

  toEnd(): void {
    this.#surface.toEnd();
  }

  expand(): string {
    return this.#surface.expand();
  }

  input(data: string, focus: Focus): boolean {
    return this.#shown.input(data, focus);
  }

  /** Shows the page in the alternate screen, or the transcript again: additions to it are printed then. */
  #update(): void {
    const page = this.#options.page();
    if (page === this.#cover?.page) return;
    const isShown = this.#isShown;
    if (isShown) this.stop();
    this.#cover = page && new PageSurface(page, this.#options);
    if (isShown) this.start();
  }

  /** Returns false if it was open before. */
  #openInline(turns: number): boolean {
    if (this.#hasPrinted) return false;
    this.#hasPrinted = true;
    this.#inline.open(turns, this.#opening);
    return true;
  }

  /** After a resize the terminal restores the caret to a row that may have text now. The last row never has any. */
  #toNormalScreen(): void {
    if (this.#hasResized) this.#options.terminal.write(CARET_TO_LAST_ROW);
    this.#hasResized = false;
  }
}
