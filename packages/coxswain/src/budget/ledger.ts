import type { Budget, Limit } from "../loop/index.ts";
import { type Amounts, count, minus, NOTHING, plus, QUANTITIES, type Quantity } from "./amounts.ts";
import { budgetLimit } from "./budget-limit.ts";
import { checkBudget } from "../policy/index.ts";
import { Stopwatch } from "./stopwatch.ts";

export interface LedgerOptions {
  /** Whose it is, in the words of its limits: as `this run`. */
  readonly level: string;
  /** Default: no limits. */
  readonly budget?: Budget | undefined;
  /** What was spent before. Default: nothing. */
  readonly spent?: Amounts & { readonly seconds?: number };
  /** What is spent here is spent there as well. */
  readonly parent?: Ledger | undefined;
}

/** Room that is kept for a request. Who holds one must not wait for another of the same tree. */
export interface Reservation {
  readonly kind: "reserved";
  /** Gives the room back, and counts what was spent in its place; nothing where that is not known. Only the first time counts. */
  settle(actual?: Amounts): void;
}

export type Reserved = Reservation | { readonly kind: "limit"; readonly limit: Limit };

interface Waiting {
  readonly ledger: Ledger;
  readonly estimate: Amounts;
  readonly signal: AbortSignal | undefined;
  readonly answer: (reserved: Reserved) => void;
}

/**
 * What may be spent, was spent, and is about to be, by one run, session or runtime: a level of a tree, in which whatever
 * counts for a level counts for those above it. At no level are limits overspent by more than one reservation,
 * but for what requests turn out to have cost that were aborted: nobody waits for those.
 */
export class Ledger {
  readonly #level: string;
  /** This one, and those above it. */
  readonly #levels: readonly Ledger[];
  /** Of the whole tree, in the order in which they asked. */
  readonly #queue: Waiting[];
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

  /** From now on it has these limits. @throws {BudgetError} */
  limitTo(budget: Budget): void {
    if (budget === this.#budget) return;
    this.#budget = checkBudget(budget);
    this.#serve();
  }

  /** Whether there is a limit to it, here or above. */
  limits(name: keyof Budget): boolean {
    return this.#levels.some((ledger) => ledger.#limitOf(name) !== undefined);
  }

  /**
   * Keeps room for what is going to be spent, at all levels at once. It waits while others have room that they may not
   * need; where nobody has, and the limit is not reached yet, it is granted beyond it. What an estimate names is judged,
   * though it be 0. Once the signal has aborted nothing is held any more: a reservation then only counts what was spent.
   */
  reserve(estimate: Amounts, signal?: AbortSignal): Promise<Reserved> {
    return new Promise((resolve) => {
      const leave = (): void => this.#serve();
      const answer = (reserved: Reserved): void => {
        signal?.removeEventListener("abort", leave);
        resolve(reserved);
      };
      const waiting: Waiting = { ledger: this, estimate, signal, answer };
      this.#queue.push(waiting);
      this.#serve();
      if (this.#queue.includes(waiting)) signal?.addEventListener("abort", leave, { once: true });
    });
  }

  /** Spends at once, where that stays within the limits; nothing is spent where it does not. */
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

  /** Counts what was spent without room of its own. A limit: it is reached. */
  count(amounts: Amounts): Limit | undefined {
    const levels = this.#levels;
    for (const ledger of levels) ledger.#spent = plus(ledger.#spent, amounts);
    return levels.map((ledger) => ledger.#reached(amounts)).find((limit) => limit !== undefined);
  }

  /** Something goes on here, and so above. `now`: milliseconds. The value ends it. */
  start(now: number): (now: number) => void {
    const levels = this.#levels;
    for (const ledger of levels) ledger.#stopwatch.start(now);
    return (then) => {
      for (const ledger of levels) ledger.#stopwatch.stop(then);
    };
  }

  /** The limit of time that is reached first while it goes on, here or above, and in how many milliseconds: 0 once it is reached. */
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

  /** Answers all of the tree that need not wait any more, in the order in which they asked. */
  #serve(): void {
    if (this.#queue.length === 0) return;
    const full = new Set<Ledger>();
    for (const waiting of this.#queue.splice(0)) {
      const answer = waiting.ledger.#judge(waiting, full);
      if (answer === undefined) this.#queue.push(waiting);
      else waiting.answer(answer);
    }
  }

  /** Undefined: it waits. `full`: the levels at which others wait who asked before; nobody goes past them there. */
  #judge({ estimate, signal }: Waiting, full: Set<Ledger>): Reserved | undefined {
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
    let held = true;
    const giveBack = (): void => {
      signal?.removeEventListener("abort", giveBack);
      if (held) for (const ledger of levels) ledger.#release(estimate);
      held = false;
      this.#serve();
    };
    signal?.addEventListener("abort", giveBack, { once: true });
    return this.#reservation(levels, giveBack);
  }

  #reservation(levels: readonly Ledger[], giveBack = (): void => this.#serve()): Reservation {
    let open = true;
    return {
      kind: "reserved",
      settle(actual = {}) {
        if (!open) return;
        open = false;
        for (const ledger of levels) ledger.#spent = plus(ledger.#spent, actual);
        giveBack();
      },
    };
  }

  #hold(estimate: Amounts): void {
    this.#open += 1;
    this.#reserved = plus(this.#reserved, estimate);
  }

  #release(estimate: Amounts): void {
    this.#open -= 1;
    // Fractions that were added and taken away need not come out at 0.
    this.#reserved = this.#open === 0 ? NOTHING : minus(this.#reserved, estimate);
  }
}
