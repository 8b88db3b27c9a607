import type { Budget, Limit } from "../loop/index.ts";
import { type Amounts, budgetLimit, count, minus, NOTHING, plus, QUANTITIES, type Quantity } from "./amounts.ts";
import { checkBudget } from "../policy/index.ts";
import { Stopwatch } from "./stopwatch.ts";

export interface LedgerOptions {
  /** Name of this level in messages, as `this run`. */
  readonly level: string;
  /** Default: no limits. */
  readonly budget?: Budget | undefined;
  /** Earlier spending. Default: none. */
  readonly spent?: Amounts & { readonly seconds?: number };
  /** Also charged for everything that is charged here. */
  readonly parent?: Ledger | undefined;
}

/** Budget reserved for a request. The holder must not wait for another reservation of the same tree. */
export interface Reservation {
  readonly kind: "reserved";
  /** Releases the reservation and charges the actual amounts, if known. Later calls do nothing. */
  settle(actual?: Amounts): void;
}

export type Reserved = Reservation | { readonly kind: "limit"; readonly limit: Limit };

interface PendingReservation {
  readonly ledger: Ledger;
  readonly estimate: Amounts;
  readonly signal: AbortSignal | undefined;
  readonly answer: (reserved: Reserved) => void;
}

/**
 * Budget, spending and reservations of one run, session or runtime: one level of a tree in which each charge also counts for the levels
 * above. No level exceeds its limits by more than one reservation, except for the cost of aborted requests, which becomes known late.
 */
export class Ledger {
  readonly #level: string;
  /** This level and the levels above it. */
  readonly #levels: readonly Ledger[];
  /** Pending reservations of the whole tree, oldest first. */
  readonly #queue: PendingReservation[];
  readonly #stopwatch: Stopwatch;
  #budget: Budget;
  #spent: Required<Amounts>;
  #reserved = NOTHING;
  #open = 0;

  /** @throws {BudgetError} */
  constructor({ level, budget = {}, spent = {}, parent }: LedgerOptions) {
    this.#level = level;
    this.#levels = parent === undefined ? [this] : [this, ...parent.#levels];
    this.#queue = parent === undefined ? [] : parent.#queue;
    this.#stopwatch = new Stopwatch(count(spent.seconds));
    this.#budget = checkBudget(budget);
    this.#spent = plus(NOTHING, spent);
  }

  get spent(): Required<Amounts> {
    return this.#spent;
  }

  /** Replaces the limits. @throws {BudgetError} */
  limitTo(budget: Budget): void {
    if (budget === this.#budget) return;
    this.#budget = checkBudget(budget);
    this.#serve();
  }

  /** Returns whether this level or one above it limits a quantity. */
  limits(name: keyof Budget): boolean {
    return this.#levels.some((ledger) => ledger.#limitOf(name) !== undefined);
  }

  /**
   * Reserves an estimate at all levels at once. Waits while other reservations, which may turn out smaller, use the rest of a limit; without
   * such reservations it is granted beyond a limit that is not reached yet. Each quantity in the estimate is checked, even if it is 0. After
   * the signal aborts, the reservation holds nothing and only charges the actual amounts.
   */
  reserve(estimate: Amounts, signal?: AbortSignal): Promise<Reserved> {
    return new Promise((resolve) => {
      const serve = (): void => this.#serve();
      const answer = (reserved: Reserved): void => {
        signal?.removeEventListener("abort", serve);
        resolve(reserved);
      };
      const pending: PendingReservation = { ledger: this, estimate, signal, answer };
      this.#queue.push(pending);
      this.#serve();
      if (this.#queue.includes(pending)) signal?.addEventListener("abort", serve, { once: true });
    });
  }

  /** Charges amounts if they are within the limits; else charges nothing and returns the limit. */
  take(amounts: Amounts): Limit | undefined {
    const levels = this.#levels;
    for (const ledger of levels) {
      const over = QUANTITIES.find(
        (name) => amounts[name] !== undefined && ledger.#spent[name] + count(amounts[name]) > ledger.#room(name),
      );
      if (over !== undefined) return ledger.#limit(over);
    }
    for (const ledger of levels) ledger.#spent = plus(ledger.#spent, amounts);
    return undefined;
  }

  /** Charges amounts without a reservation. Returns the limit that is reached, if any. */
  count(amounts: Amounts): Limit | undefined {
    const levels = this.#levels;
    for (const ledger of levels) ledger.#spent = plus(ledger.#spent, amounts);
    return levels.map((ledger) => ledger.#reached(amounts)).find((limit) => limit !== undefined);
  }

  /** Starts the clock at this level and those above. `now`: milliseconds. Returns the function that stops it. */
  start(now: number): (now: number) => void {
    const levels = this.#levels;
    for (const ledger of levels) ledger.#stopwatch.start(now);
    return (then) => {
      for (const ledger of levels) ledger.#stopwatch.stop(then);
    };
  }

  /** Returns the nearest time limit of this level and those above, and the milliseconds until it: 0 once it is reached. */
  deadline(now: number): { readonly ms: number; readonly limit: Limit } | undefined {
    const deadlines = this.#levels.flatMap((ledger) => ledger.#deadline(now) ?? []);
    return deadlines.toSorted((one, other) => one.ms - other.ms)[0];
  }

  #deadline(now: number): { readonly ms: number; readonly limit: Limit } | undefined {
    const seconds = this.#limitOf("seconds");
    if (seconds === undefined) return undefined;
    const ms = Math.max(0, seconds * 1_000 - this.#stopwatch.passed(now));
    return { ms, limit: budgetLimit(this.#level, "seconds", seconds, seconds) };
  }

  #limitOf(name: keyof Budget): number | undefined {
    return this.#budget[name] || undefined;
  }

  #room(name: Quantity): number {
    return this.#limitOf(name) ?? Infinity;
  }

  #limit(name: Quantity): Limit {
    return budgetLimit(this.#level, name, this.#spent[name], this.#room(name));
  }

  /** Resolves the pending reservations of the tree that need not wait, oldest first. */
  #serve(): void {
    if (this.#queue.length === 0) return;
    const full = new Set<Ledger>();
    for (const waiting of this.#queue.splice(0)) {
      const answer = waiting.ledger.#decide(waiting, full);
      if (answer === undefined) this.#queue.push(waiting);
      else waiting.answer(answer);
    }
  }

  /** Returns undefined if it must wait. `full`: levels with older pending reservations, which come first. */
  #decide({ estimate, signal }: PendingReservation, full: Set<Ledger>): Reserved | undefined {
    const levels = this.#levels;
    if (signal?.aborted === true) return this.#reservation(levels);
    const reached = levels.map((ledger) => ledger.#reached(estimate)).find((limit) => limit !== undefined);
    if (reached !== undefined) return { kind: "limit", limit: reached };
    if (levels.some((ledger) => full.has(ledger))) return undefined;
    const tight = levels.filter((ledger) => ledger.#open > 0 && !ledger.#fits(estimate));
    for (const ledger of tight) full.add(ledger);
    return tight.length > 0 ? undefined : this.#grant(levels, estimate, signal);
  }

  #reached(estimate: Amounts): Limit | undefined {
    const name = QUANTITIES.find((quantity) => estimate[quantity] !== undefined && this.#spent[quantity] >= this.#room(quantity));
    return name === undefined ? undefined : this.#limit(name);
  }

  #fits(estimate: Amounts): boolean {
    return QUANTITIES.every(
      (name) => estimate[name] === undefined || this.#spent[name] + this.#reserved[name] + count(estimate[name]) <= this.#room(name),
    );
  }

  #grant(levels: readonly Ledger[], estimate: Amounts, signal: AbortSignal | undefined): Reservation {
    for (const ledger of levels) ledger.#hold(estimate);
    let isHeld = true;
    const release = (): void => {
      signal?.removeEventListener("abort", release);
      if (isHeld) for (const ledger of levels) ledger.#release(estimate);
      isHeld = false;
      this.#serve();
    };
    signal?.addEventListener("abort", release, { once: true });
    return this.#reservation(levels, release);
  }

  #reservation(levels: readonly Ledger[], release = (): void => this.#serve()): Reservation {
    let isOpen = true;
    return {
      kind: "reserved",
      settle(actual = {}) {
        if (!isOpen) return;
        isOpen = false;
        for (const ledger of levels) ledger.#spent = plus(ledger.#spent, actual);
        release();
      },
    };
  }

  #hold(estimate: Amounts): void {
    this.#open += 1;
    this.#reserved = plus(this.#reserved, estimate);
  }

  #release(estimate: Amounts): void {
    this.#open -= 1;
    // Added and subtracted fractions may not sum to 0.
    this.#reserved = this.#open === 0 ? NOTHING : minus(this.#reserved, estimate);
  }
}
