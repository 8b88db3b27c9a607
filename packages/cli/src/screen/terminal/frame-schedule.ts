import type { FrameTimer } from "./frame-timer.ts";

/** Milliseconds between two frames, without an urgent one. */
const FRAME = 33;
/** A burst of resizes is over after this many milliseconds without one, and at the latest after `BURST`. */
const SETTLE = 50;
const BURST = 300;

/** Decides when frames are drawn: at most 30 in a second, at once for a key, and after the resizes of a burst. */
export class FrameSchedule {
  readonly #timer: FrameTimer;
  readonly #draw: () => void;
  #cancel: (() => void) | undefined;
  #urgent = false;
  #lastFrame = Number.NEGATIVE_INFINITY;
  /** First resize of the current burst, and the time until which no frame is drawn. */
  #burst = { from: 0, until: 0 };

  /** @param draw draws a frame; it calls `drawn` if it is also called otherwise */
  constructor(timer: FrameTimer, draw: () => void) {
    this.#timer = timer;
    this.#draw = draw;
  }

  /** Schedules a frame. `urgent`: as soon as possible, as for a key. */
  request(urgent = false): void {
    if (this.#cancel !== undefined && (!urgent || this.#urgent)) return;
    this.#cancel?.();
    this.#urgent = urgent;
    const now = this.#timer.now();
    const delay = Math.max(0, urgent ? 0 : this.#lastFrame + FRAME - now, this.#burst.until - now);
    this.#cancel = this.#timer.after(delay, () => {
      this.#cancel = undefined;
      this.#urgent = false;
      if (this.#timer.now() < this.#burst.until) this.request();
      else this.#draw();
    });
  }

  /** Schedules a frame for the end of the resizes. */
  resized(): void {
    const now = this.#timer.now();
    const from = now > this.#burst.until ? now : this.#burst.from;
    this.#burst = { from, until: Math.min(now + SETTLE, from + BURST) };
    this.request();
  }

  /** A frame was drawn. */
  drawn(): void {
    this.#lastFrame = this.#timer.now();
  }

  /** Cancels the scheduled frame. */
  cancel(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#urgent = false;
  }
}
