import type { Budget, Limit, StopCondition } from "../loop/index.ts";
import type { Clock } from "../base/index.ts";
import { type AssistantMessage, contextTokens } from "../model/index.ts";
import type { Ledger } from "./ledger.ts";
import type { SessionEvent } from "../journal/index.ts";
import { charge, type Charge, type Charged, type Expected } from "./charge.ts";
import type { RequestUsage } from "./accounted-model.ts";

/** An active run that a budget can end. */
export interface LimitedRun {
  readonly id: string;
  readonly options: { readonly budget?: Budget | undefined };
  /** True if the run started in an earlier process. */
  readonly resumes: boolean;
  /** Ends the run with this limit as its outcome. */
  limit(limit: Limit): void;
}

export interface RunSpendingParts {
  readonly ledger: Ledger;
  readonly live: Pick<LimitedRun, "limit">;
  readonly clock: Clock;
  readonly now: () => number;
  readonly emit: (event: SessionEvent) => void;
  readonly unpriced: (reference: string) => void;
  /** Cost of the session in USD. */
  readonly sessionCost: () => number;
}

/** Maximum delay of a timer in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** Spending of one run. */
export class RunSpending {
  readonly #parts: RunSpendingParts;
  readonly #stop: (now: number) => void;
  /** Set while a time limit applies. */
  #timer: AbortController | undefined;
  /** The limit that refused a tool call. */
  #refused: Limit | undefined;

  constructor(parts: RunSpendingParts) {
    this.#parts = parts;
    this.#stop = parts.ledger.start(parts.now());
  }

  /** Ends the run at its time limit. Call it again when the limit changes. */
  watch(): void {
    const { ledger, live, clock, now } = this.#parts;
    this.#timer?.abort();
    this.#timer = undefined;
    const deadline = ledger.deadline(now());
    if (deadline === undefined) return;
    this.#timer = new AbortController();
    const { signal } = this.#timer;
    const ms = Math.min(deadline.ms, MAX_DELAY);
    void clock.sleep(ms, signal).then(() => {
      if (signal.aborted) return;
      if (ms === deadline.ms) live.limit(deadline.limit);
      else this.watch();
    });
  }

  /** Reserves budget for a response of the run. */
  async charge(expected: Expected, signal: AbortSignal): Promise<Charged> {
    const deadline = this.#parts.ledger.deadline(this.#parts.now());
    if (deadline?.ms === 0) return { kind: "limit", limit: deadline.limit };
    return charge(this.#parts.ledger, expected, { signal, more: { turns: 1 }, unpriced: this.#parts.unpriced });
  }

  /** Charges a response and emits its cost; without one, releases the reservation. */
  settle(charged: Charge, answer: { readonly id: string; readonly message: AssistantMessage } | undefined): void {
    const { ledger, emit, sessionCost } = this.#parts;
    charged.settle(answer?.message);
    if (answer === undefined) return;
    const { cost } = answer.message;
    emit({
      type: "cost",
      messageId: answer.id,
      ...(cost === undefined ? {} : { cost }),
      run: ledger.spent.usd,
      session: sessionCost(),
    });
  }

  /** Charges usage within an existing reservation. Ends the run if a limit is reached. */
  count({ usage, cost = 0 }: RequestUsage): void {
    const { ledger, live } = this.#parts;
    const limit = ledger.count({ usd: cost, tokens: contextTokens(usage) });
    if (limit !== undefined) live.limit(limit);
  }

  /** Charges a tool call. If the budget is exhausted, returns the limit, and the run ends after this turn. */
  readonly claimCall = (): Limit | undefined => {
    const limit = this.#parts.ledger.take({ toolCalls: 1 });
    this.#refused ??= limit;
    return limit;
  };

  readonly stopWhen: StopCondition = () => () => this.#refused;

  /** The run has ended. */
  end(): void {
    this.#timer?.abort();
    this.#stop(this.#parts.now());
  }
}
