/** Many times the length of the longest order. */
const MOST_STEPS = 20_000;

/**
 * Runs concurrent work in an order that a seed decides. Resolves one waiting turn at a time, after all microtasks of
 * the
 * previous turn.
 */
export class Schedule {
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #late: (() => void)[] = [];
  #step = 0;

  constructor(seed: number) {
    this.#random = mulberry32(seed);
  }

  /** Number of steps so far. Serves as a clock. */
  get step(): number {
    return this.#step;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A turn that resolves when no other turn waits, like a timer in an idle process. */
  lateTurn(): Promise<void> {
    return new Promise((resolve) => this.#late.push(resolve));
  }

  /** A random integer from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Calls the actions in order and resolves the turns in random order, until none is left. */
  async run(actions: readonly (() => void)[] = []): Promise<void> {
    const remaining = [...actions];
    for (;;) {
      // All microtasks of the last step have run when this resolves.
      await new Promise((resolve) => setImmediate(resolve));
      this.#step += 1;
      if (this.#step > MOST_STEPS) throw new Error(`No end after ${MOST_STEPS} steps.`);
      const at = this.below(this.#waiting.length + (remaining.length > 0 ? 1 : 0));
      const next = this.#waiting.splice(at, 1)[0] ?? remaining.shift() ?? this.#late.shift();
      if (next === undefined) return;
      next();
    }
  }
}

/** Tommy Ettinger's 32-bit generator. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
