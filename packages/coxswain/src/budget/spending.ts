import type { Entry, Log } from "../log/index.ts";
import type { Clock } from "../base/index.ts";
import type { RunStartEntry } from "../loop/index.ts";
import type { Model, Models } from "../model/index.ts";
import { Ledger } from "./ledger.ts";
import type { SessionJournal } from "../journal/index.ts";
import { accountedModel } from "./accounted-model.ts";
import { charge, type Charged, type Expected } from "./charge.ts";
import { type LimitedRun, RunSpending } from "./run-spending.ts";
import { type Spendings, spendingState } from "./spending-state.ts";

/** Names of the levels in messages, as `this session` and `this run`. */
export interface SpendingLevels {
  readonly session: string;
  readonly run: string;
}

export interface SpendingParts {
  readonly log: Log;
  readonly host: {
    /** Ledger of the runtime, or of the parent session. */
    readonly ledger?: Ledger | undefined;
    readonly clock: Clock;
    readonly now: () => number;
  };
  readonly levels: SpendingLevels;
  readonly emit: SessionJournal["emit"];
  /** Cost of the session in USD. */
  readonly cost: () => number;
}

/** Budget and spending of a session: the level between the runtime and its runs. */
export class Spending {
  readonly #parts: SpendingParts;
  /** Emitted warnings about models of unknown cost. */
  readonly #unpriced = new Set<string>();
  #ledger: Ledger | undefined;
  #run: { readonly ledger: Ledger; readonly spending: RunSpending } | undefined;

  constructor(parts: SpendingParts) {
    this.#parts = parts;
  }

  /** Ledger of the active run, or else of the session. */
  get ledger(): Ledger {
    return this.#run?.ledger ?? this.#session();
  }

  /** Starts the spending of a run, or resumes it with its earlier spending. */
  begin(live: LimitedRun): RunSpending {
    const { log, host, levels, emit, cost: sessionCost } = this.#parts;
    const ledger = new Ledger({
      level: levels.run,
      budget: live.options.budget,
      spent: live.resumes ? spentBy(log.path.entries, live.id) : {},
      parent: this.#session(),
    });
    const { clock, now } = host;
    const spending = new RunSpending({ ledger, live, clock, now, emit: emit, unpriced: this.#warnUnpriced, sessionCost });
    this.#run = { ledger, spending };
    spending.watch();
    return spending;
  }

  /** Ends the spending of the active run. */
  end(): void {
    this.#run?.spending.end();
    this.#run = undefined;
  }

  /** Applies a changed budget of the session. @throws {BudgetError} */
  change(): void {
    this.#ledger?.limitTo(this.#parts.log.total(spendingState).budget);
    this.#run?.spending.watch();
  }

  /** Wraps a source of models for requests outside of turns: they charge the active run, or else the session. */
  accounting(models: Pick<Models, "get">): Pick<Models, "get"> {
    const reserve = (expected: Expected, signal: AbortSignal): Promise<Charged> =>
      charge(this.ledger, expected, { signal, unpriced: this.#warnUnpriced });
    return { get: async (reference: string): Promise<Model> => accountedModel(await models.get(reference), reserve) };
  }

  /** Created from the log when first needed; from then on it counts itself. */
  #session(): Ledger {
    const { log, host, levels } = this.#parts;
    if (this.#ledger !== undefined) return this.#ledger;
    const { budget, spent } = log.total(spendingState);
    this.#ledger = new Ledger({ level: levels.session, budget, spent, parent: host.ledger });
    return this.#ledger;
  }

  readonly #warnUnpriced = (reference: string): void => {
    const isLimited = this.ledger.limits("usd");
    const message = `No price is known for ${reference}; ${isLimited ? "budgets in USD do not count it" : "it counts as 0 USD"}.`;
    if (this.#unpriced.has(message)) return;
    this.#unpriced.add(message);
    this.#parts.emit({ type: "warning", message, ...(isLimited ? {} : { code: "unpriced" }) });
  };
}

/** Returns the spending of a run on this path by its entries. */
const spentBy = (path: readonly Entry[], run: string): Spendings => {
  const at = path.findLastIndex((entry) => entry.type === "run_start" && (entry as RunStartEntry).run === run);
  return path.slice(at).reduce((state, entry) => spendingState.apply(state, entry), spendingState.initial).spent;
};
