/** Many times what the longest order takes. */
const MOST_STEPS = 20_000;

/**
 * Puts what goes on at once into an order that a seed decides. Whatever waits for its turn here goes on when the order
 * comes to it, one at a time, and after all that followed from the one before.
 */
export class Schedule {
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  readonly #late: (() => void)[] = [];
  #step = 0;

  constructor(seed: number) {
    this.#random = mulberry32(seed);
  }

  /** How far the order has come. Serves as a clock. */
  get step(): number {
    return this.#step;
  }

  turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A turn that comes when nothing else waits, as time passes when nothing happens. */
  lateTurn(): Promise<void> {
    return new Promise((resolve) => this.#late.push(resolve));
  }

  /** A number from 0 up to below `count`. */
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Takes each act in its order, and each turn in any, until nothing is left. */
  async run(acts: readonly (() => void)[] = []): Promise<void> {
    const left = [...acts];
    for (;;) {
      // All that follows at once from the last step is done when this is.
      await new Promise((resolve) => setImmediate(resolve));
      this.#step += 1;
      if (this.#step > MOST_STEPS) throw new Error("Something goes on for ever.");
      const at = this.below(this.#waiting.length + (left.length > 0 ? 1 : 0));
      const next = this.#waiting.splice(at, 1)[0] ?? left.shift() ?? this.#late.shift();
      if (next === undefined) return;
      next();
    }
  }
}

/** Tommy Ettinger's generator of 32 bits. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};
