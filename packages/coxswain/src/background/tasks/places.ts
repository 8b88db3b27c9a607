/** A place that is free again when it is disposed of. */
export interface Permit extends Disposable {
  readonly kind: "taken";
}

export type Acquired = Permit | { readonly kind: "full" } | { readonly kind: "aborted" };

export interface PlacesOptions {
  /** How many there are. */
  readonly atOnce: number;
  /** How many may wait for one. */
  readonly waiting: number;
}

interface Waiting {
  readonly answer: (turn: Acquired) => void;
}

/** Places for agents of one level: who comes first has one first. */
export class Semaphore {
  readonly #options: PlacesOptions;
  readonly #queue: Waiting[] = [];
  #taken = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Whether nobody could even wait. */
  get isFull(): boolean {
    return !this.isFree && this.#queue.length >= this.#options.waiting;
  }

  /** Whether a place is taken at once. */
  get isFree(): boolean {
    return this.#taken < this.#options.atOnce;
  }

  take(signal: AbortSignal): Promise<Acquired> {
    if (signal.aborted) return Promise.resolve({ kind: "aborted" });
    if (this.isFree) return Promise.resolve(this.#take());
    if (this.isFull) return Promise.resolve({ kind: "full" });
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        resolve({ kind: "aborted" });
      };
      const answer = (turn: Acquired): void => {
        signal.removeEventListener("abort", leave);
        resolve(turn);
      };
      const waiting: Waiting = { answer };
      this.#queue.push(waiting);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #take(): Permit {
    this.#taken += 1;
    let held = true;
    return {
      kind: "taken",
      [Symbol.dispose]: () => {
        if (held) this.#free();
        held = false;
      },
    };
  }

  #free(): void {
    this.#taken -= 1;
    this.#queue.shift()?.answer(this.#take());
  }
}
