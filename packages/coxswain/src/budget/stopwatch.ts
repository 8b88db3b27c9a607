/** Measures the time during which at least one activity runs; concurrent activities count once. */
export class Stopwatch {
  /** Milliseconds of completed periods. */
  #passed: number;
  #active = 0;
  #since = 0;

  constructor(seconds: number) {
    this.#passed = seconds * 1_000;
  }

  /** `now`: milliseconds. */
  start(now: number): void {
    if (this.#active === 0) this.#since = now;
    this.#active += 1;
  }

  stop(now: number): void {
    this.#active -= 1;
    if (this.#active === 0) this.#passed += Math.max(0, now - this.#since);
  }

  /** Milliseconds. */
  passed(now: number): number {
    return this.#passed + (this.#active === 0 ? 0 : Math.max(0, now - this.#since));
  }
}
