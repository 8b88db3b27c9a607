import type { FrameTimer } from "../terminal/index.ts";

/** Milliseconds without a key, after which a question may be shown, and after which keys may answer it. */
const SHOWN_AFTER = 400;
const ANSWERS_AFTER = 800;
/** Milliseconds after an answer in which keys do not answer the next question, as of a key that is pressed too long. */
const AFTER_ANSWER = 400;

/**
 * State of a question that has appeared while the user presses keys. `typing`: the user types something else, and the question waits.
 * `settling`: it is shown, and keys do not answer it yet: they go to the editor if the user was typing, else nowhere. `quiet`: keys
 * answer it.
 */
export type PausePhase = "typing" | "settling" | "quiet";

/** Waits for a pause in the user's keys, so that no key answers a question that was not seen. */
export class TypingPause {
  readonly #timer: Pick<FrameTimer, "now">;
  #typedAt = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(timer: Pick<FrameTimer, "now">) {
    this.#timer = timer;
  }

  /** The user has pressed a key for something other than a question. */
  typed(): void {
    this.#typedAt = this.#timer.now();
  }

  /** The user has answered a question. */
  answered(): void {
    this.#answeredAt = this.#timer.now();
    this.#typedAt = Number.NEGATIVE_INFINITY;
  }

  get phase(): PausePhase {
    const now = this.#timer.now();
    if (now - this.#typedAt < SHOWN_AFTER) return "typing";
    return this.isTyping || now - this.#answeredAt < AFTER_ANSWER ? "settling" : "quiet";
  }

  /** True if a key is still likely to continue what the user typed before. */
  get isTyping(): boolean {
    return this.#timer.now() - this.#typedAt < ANSWERS_AFTER;
  }

  /** Milliseconds to the next phase; 0 if it is quiet. */
  get remaining(): number {
    const now = this.#timer.now();
    const ends = [this.#typedAt + SHOWN_AFTER, this.#typedAt + ANSWERS_AFTER, this.#answeredAt + AFTER_ANSWER];
    const later = ends.filter((end) => end > now);
    return later.length === 0 ? 0 : Math.min(...later) - now;
  }
}
