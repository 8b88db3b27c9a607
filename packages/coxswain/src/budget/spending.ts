import type { Entry, Log } from "../log/index.ts";
import type { Clock } from "../base/index.ts";
import type { RunStartEntry } from "../loop/index.ts";
import type { Model, Models } from "../model/index.ts";
import { Ledger } from "./ledger.ts";
import type { SessionJournal } from "../journal/index.ts";
import { accounted } from "./accounted.ts";
import { charge, type Charged, type Expected } from "./charge.ts";
import { type LimitedRun, RunSpending } from "./run-spending.ts";
import { type Spendings, spendingState } from "./spending-state.ts";

/** How messages name what is limited. */
export interface SpendingLevels {
  readonly session: string;
  readonly run: string;
}

export interface SpendingParts {
  readonly log: Log;
  readonly host: {
    /** What it spends from: its runtime's, or its parent's. */
    readonly ledger?: Ledger | undefined;
    readonly clock: Clock;
    readonly now: () => number;
  };
  readonly levels: SpendingLevels;
  readonly tell: SessionJournal["emit"];
  /** What the session has cost. USD. */
  readonly cost: () => number;
}

/** What a session may spend and spends: the level between the runtime and its runs. */
export class Spending {
  readonly #parts: SpendingParts;
  /** Models whose cost is not known, of which that was told. */
  readonly #unpriced = new Set<string>();
  #ledger: Ledger | undefined;
  #run: { readonly ledger: Ledger; readonly spending: RunSpending } | undefined;

  constructor(parts: SpendingParts) {
    this.#parts = parts;
  }

  /** The live run's, or the session's where there is none. */
  get ledger(): Ledger {
    return this.#run?.ledger ?? this.#session();
  }

  /** A run begins, or goes on with what it spent before it was cut short. */
  begin(live: LimitedRun): RunSpending {
    const { log, host, levels, tell, cost: sessionCost } = this.#parts;
    const ledger = new Ledger({
      level: levels.run,
      budget: live.options.budget,
      spent: live.resumes ? spentBy(log.path, live.id) : {},
      parent: this.#session(),
    });
    const { clock, now } = host;
    const spending = new RunSpending({ ledger, live, clock, now, tell, unpriced: this.#tellUnpriced, sessionCost });
    this.#run = { ledger, spending };
    spending.watch();
    return spending;
  }

  /** The run that began last has ended. */
  end(): void {
    this.#run?.spending.end();
    this.#run = undefined;
  }

  /** What the session may spend has changed. @throws {BudgetError} */
  change(): void {
    this.#ledger?.limitTo(this.#parts.log.total(spendingState).budget);
    this.#run?.spending.watch();
  }

  /** A source of models for requests beside turns: each is counted, as the live run's where there is one. */
  accounting(models: Pick<Models, "get">): Pick<Models, "get"> {
    const reserve = (expected: Expected, signal: AbortSignal): Promise<Charged> =>
      charge(this.ledger, expected, { signal, unpriced: this.#tellUnpriced });
    return { get: async (reference: string): Promise<Model> => accounted(await models.get(reference), reserve) };
  }

  /** Made when it is needed first, of what the log says then; from then on it counts for itself. */
  #session(): Ledger {
    const { log, host, levels } = this.#parts;
    if (this.#ledger !== undefined) return this.#ledger;
    const { budget, spent } = log.total(spendingState);
    this.#ledger = new Ledger({ level: levels.session, budget, spent, parent: host.ledger });
    return this.#ledger;
  }

  readonly #tellUnpriced = (reference: string): void => {
    if (this.#unpriced.has(reference)) return;
    this.#unpriced.add(reference);
    this.#parts.tell({ type: "warning", message: `What ${reference} costs is not known: a budget in USD does not count it.` });
  };
}

/** What a run that began on this path has spent, by its entries. */
const spentBy = (path: readonly Entry[], run: string): Spendings => {
  const at = path.findLastIndex((entry) => entry.type === "run_start" && (entry as RunStartEntry).run === run);
  return path.slice(at).reduce((state, entry) => spendingState.apply(state, entry), spendingState.initial).spent;
};
