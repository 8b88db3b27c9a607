import type { Budget, Limit, StopCondition } from "../loop/index.ts";
import type { Clock } from "../base/index.ts";
import { type AssistantMessage, contextTokens } from "../model/index.ts";
import type { Ledger } from "./ledger.ts";
import type { SessionEvent } from "../journal/index.ts";
import { charge, type Charge, type Charged, type Expected } from "./charge.ts";
import type { Took } from "./probed.ts";

/** A running run that a budget can end. */
export interface LimitedRun {
  readonly id: string;
  readonly options: { readonly budget?: Budget | undefined };
  /** Whether the run began in an earlier process. */
  readonly resumes: boolean;
  /** Ends the run with this limit as its outcome. */
  limit(limit: Limit): void;
}

export interface RunSpendingParts {
  readonly ledger: Ledger;
  readonly live: Pick<LimitedRun, "limit">;
  readonly clock: Clock;
  readonly now: () => number;
  readonly tell: (event: SessionEvent) => void;
  readonly unpriced: (reference: string) => void;
  /** What the session has cost. USD. */
  readonly sessionCost: () => number;
}

/** The longest that timers wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** What one run spends, from its beginning to its end. */
export class RunSpending {
  readonly #parts: RunSpendingParts;
  readonly #stop: (now: number) => void;
  /** Set while there is a limit of time. */
  #alarm: AbortController | undefined;
  /** Why a call was not run. */
  #refused: Limit | undefined;

  constructor(parts: RunSpendingParts) {
    this.#parts = parts;
    this.#stop = parts.ledger.start(parts.now());
  }

  /** Sees to it that the run ends when its time is up; anew when it has another. */
  watch(): void {
    const { ledger, live, clock, now } = this.#parts;
    this.#alarm?.abort();
    this.#alarm = undefined;
    const deadline = ledger.deadline(now());
    if (deadline === undefined) return;
    this.#alarm = new AbortController();
    const { signal } = this.#alarm;
    const ms = Math.min(deadline.ms, LONGEST);
    void clock.sleep(ms, signal).then(() => {
      if (signal.aborted) return;
      if (ms === deadline.ms) live.limit(deadline.limit);
      else this.watch();
    });
  }

  /** Keeps room for a response of the run's. */
  async charge(expected: Expected, signal: AbortSignal): Promise<Charged> {
    const late = this.#parts.ledger.deadline(this.#parts.now());
    if (late?.ms === 0) return { kind: "limit", limit: late.limit };
    return charge(this.#parts.ledger, expected, { signal, more: { turns: 1 }, unpriced: this.#parts.unpriced });
  }

  /** Counts a response, and tells what it cost; without one there was none. */
  settle(charged: Charge, answer: { readonly id: string; readonly message: AssistantMessage } | undefined): void {
    const { ledger, tell, sessionCost } = this.#parts;
    charged.settle(answer?.message);
    if (answer === undefined) return;
    const { cost } = answer.message;
    tell({
      type: "cost",
      messageId: answer.id,
      ...(cost === undefined ? {} : { cost }),
      run: ledger.spent.usd,
      session: sessionCost(),
    });
  }

  /** Counts what was spent in the room of a request that was refused. Where a limit is reached by it, the run ends. */
  count({ usage, cost = 0 }: Took): void {
    const { ledger, live } = this.#parts;
    const limit = ledger.count({ usd: cost, tokens: contextTokens(usage) });
    if (limit !== undefined) live.limit(limit);
  }

  /** Room for a call. Where there is none, the run ends after this turn. */
  readonly claimCall = (): Limit | undefined => {
    const limit = this.#parts.ledger.take({ toolCalls: 1 });
    this.#refused ??= limit;
    return limit;
  };

  readonly stopWhen: StopCondition = () => () => this.#refused;

  /** The run has ended. */
  end(): void {
    this.#alarm?.abort();
    this.#stop(this.#parts.now());
  }
}
