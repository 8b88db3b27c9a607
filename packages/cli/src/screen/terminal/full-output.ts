import { FrameSchedule } from "./frame-schedule.ts";
import type { FrameTimer } from "./frame-timer.ts";
import type { Frame, TerminalOutput } from "./inline-output.ts";
import { KittyImages, type ScreenImage } from "./kitty-images.ts";
import { caretAt, FULL_SEQUENCES, SEQUENCES } from "./sequences.ts";

/** A frame of the whole screen: rows from the first one; missing ones are empty. */
export interface FullFrame extends Omit<Frame, "printed"> {
  /** Images by kitty's protocol, over empty rows. They do not overlap. Default: none. */
  readonly images?: readonly ScreenImage[];
}

export interface FullOutputOptions {
  readonly output: TerminalOutput;
  readonly timer: FrameTimer;
  /** Called before each frame. */
  readonly frame: () => FullFrame;
}

/**
 * Output to the terminal's alternate screen, which has no scrollback: the rows of a frame are those of the screen, and only
 * changed rows are written, and images that are new, moved, or under a written row. The caret is hidden. It is at the input, so that the windows of input methods appear there.
 */
export class FullOutput {
  readonly #output: TerminalOutput;
  readonly #frame: FullOutputOptions["frame"];
  readonly #schedule: FrameSchedule;
  /** Rows on the screen. Undefined: unknown, all must be drawn. */
  #drawn: readonly string[] | undefined;
  #caret = "";
  readonly #images = new KittyImages();
  #isOpen = false;
  #capturesMouse = true;

  constructor({ output, timer, frame }: FullOutputOptions) {
    this.#output = output;
    this.#frame = frame;
    this.#schedule = new FrameSchedule(timer, () => this.#draw());
  }

  /** True if the terminal reports the mouse; otherwise it selects text itself. */
  get capturesMouse(): boolean {
    return this.#capturesMouse;
  }

  set capturesMouse(captures: boolean) {
    this.#capturesMouse = captures;
    if (this.#isOpen) this.#output.write(captures ? FULL_SEQUENCES.mouseOn : FULL_SEQUENCES.mouseOff);
  }

  /** Switches to the alternate screen and draws the first frame. */
  start(): void {
    this.#isOpen = true;
    this.#drawn = undefined;
    this.#output.write(`${FULL_SEQUENCES.enter}${SEQUENCES.hideCaret}${this.#capturesMouse ? FULL_SEQUENCES.mouseOn : ""}`);
    this.#draw();
  }

  /** Restores the normal screen and the caret. */
  stop(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#schedule.cancel();
    this.#output.write(`${this.#images.clear()}${FULL_SEQUENCES.mouseOff}${SEQUENCES.wrapOn}${SEQUENCES.showCaret}${FULL_SEQUENCES.leave}`);
  }

  /** Draws a frame soon. `urgent`: as soon as possible, as for a key. */
  request(urgent = false): void {
    if (this.#isOpen) this.#schedule.request(urgent);
  }

  resized(): void {
    this.#drawn = undefined;
    if (this.#isOpen) this.#schedule.resized();
  }

  #draw(): void {
    this.#schedule.drawn();
    const { rows, caret, images = [] } = this.#frame();
    const { beginFrame, endFrame, wrapOff, resetStyle, eraseLineEnd } = SEQUENCES;
    let changes = "";
    const written = new Set<number>();
    for (let at = 0; at < this.#output.rows; at++) {
      const row = rows[at] ?? "";
      if (this.#drawn !== undefined && row === (this.#drawn[at] ?? "")) continue;
      written.add(at);
      changes += `${caretAt(at, 0)}${resetStyle}${eraseLineEnd}${row}${resetStyle}`;
    }
    this.#drawn = rows;
    const { before, after } = this.#images.update(images, (row) => written.has(row));
    const target = caret === undefined ? "" : caretAt(caret.row, caret.column);
    const drawn = `${before}${changes}${after}`;
    if (drawn === "" && target === this.#caret) return;
    this.#caret = target;
    this.#output.write(`${beginFrame}${wrapOff}${drawn}${target}${endFrame}`);
  }
}
