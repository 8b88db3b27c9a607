/** Output as it comes, of which as much of the end is held as one look shows. */
export class Unread {
  readonly #limit: number;
  #text = "";
  #dropped = 0;

  /** `limit`: characters. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  push(text: string): void {
    const whole = this.#text + text;
    const over = Math.max(0, whole.length - this.#limit);
    this.#text = whole.slice(over);
    this.#dropped += over;
  }

  /** What came since it was last taken, and how many characters before that are not held. */
  take(): { readonly text: string; readonly dropped: number } {
    const taken = { text: this.#text.toWellFormed(), dropped: this.#dropped };
    this.#text = "";
    this.#dropped = 0;
    return taken;
  }
}
