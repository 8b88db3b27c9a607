/** Measures the time in which something goes on; what goes on at the same time counts once. */
export class Stopwatch {
  /** Milliseconds of what is over. */
  #passed: number;
  #going = 0;
  #since = 0;

  constructor(seconds: number) {
    this.#passed = seconds * 1_000;
  }

  /** `now`: milliseconds. */
  start(now: number): void {
    if (this.#going === 0) this.#since = now;
    this.#going += 1;
  }

  stop(now: number): void {
    this.#going -= 1;
    if (this.#going === 0) this.#passed += Math.max(0, now - this.#since);
  }

  /** Milliseconds. */
  passed(now: number): number {
    return this.#passed + (this.#going === 0 ? 0 : Math.max(0, now - this.#since));
  }
}
