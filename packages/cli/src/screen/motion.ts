import type { FrameTimer } from "./terminal/index.ts";

export interface MotionOptions {
  readonly timer: FrameTimer;
  /** Milliseconds between two frames. */
  readonly interval: number;
  /** True while signs move and times grow. */
  readonly isMoving: () => boolean;
  /** Draws a frame. */
  readonly draw: () => void;
}

/** Draws moving signs and growing times while something runs. */
export class Motion {
  readonly #options: MotionOptions;
  #cancel: (() => void) | undefined;

  constructor(options: MotionOptions) {
    this.#options = options;
  }

  /** Begins, if something moves and it has not begun. It ends when nothing moves. */
  start(): void {
    const { timer, interval, isMoving, draw } = this.#options;
    if (this.#cancel !== undefined || !isMoving()) return;
    this.#cancel = timer.after(interval, () => {
      this.#cancel = undefined;
      draw();
      this.start();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
