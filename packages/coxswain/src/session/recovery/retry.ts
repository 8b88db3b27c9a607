import type { Attempts, Recovery, Remedy } from "../../loop/index.ts";
import type { Clock } from "../../base/index.ts";
import { type ModelError, appendNote } from "../../model/index.ts";
import type { Draft } from "../../log/index.ts";
import type { RetryEntry, RetryEvent, RetryOptions } from "../../journal/index.ts";
import { retryPlan, TRIES } from "./retry-plan.ts";

export interface RetryParts {
  readonly options: RetryOptions | undefined;
  readonly host: {
    readonly clock: Clock;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
  };
  readonly journal: { mint(): string; emit(event: RetryEvent): void; append(entry: Draft<RetryEntry>): Promise<unknown> };
  /** Reference of the requested model. */
  readonly model: () => string;
  /** Numbers from 0 to 1, for the jitter. Default: `Math.random`. */
  readonly random?: () => number;
}

/** Retries requests that failed with a transient error, after a delay. */
export const retry = (parts: RetryParts): Recovery => ({ begin: () => new RetrySeries(parts) });

/** The attempts at one response, counted from its first failure. */
class RetrySeries implements Attempts {
  readonly #parts: RetryParts;
  #failures = 0;
  /** Time of the first failure. */
  #since: number | undefined;
  #waits: { readonly id: string; count: number } | undefined;

  constructor(parts: RetryParts) {
    this.#parts = parts;
  }

  remedyFor(error: ModelError): Remedy | undefined {
    return error.code === "transient" ? (signal) => this.#wait(error, signal) : undefined;
  }

  end(succeeded: boolean): void {
    if (this.#waits === undefined) return;
    const { id, count } = this.#waits;
    this.#parts.journal.emit({ type: "retry_end", retryId: id, attempts: count, succeeded });
  }

  async #wait(error: ModelError, signal: AbortSignal): Promise<ModelError | undefined> {
    const { options, host, journal, random, model } = this.#parts;
    const at = host.now();
    this.#since ??= at;
    this.#failures += 1;
    const plan = retryPlan(error, { failures: this.#failures, elapsed: at - this.#since }, options, random);
    if (plan.kind === "stop") return plan.note === undefined ? error : appendNote(error, plan.note);
    const { code, message, status } = error;
    const waits = (this.#waits ??= { id: journal.mint(), count: 0 });
    waits.count += 1;
    const facts = {
      attempt: waits.count,
      tries: options?.tries ?? TRIES,
      delay: plan.delay,
      error: { code, message, ...(status === undefined ? {} : { status }) },
      model: model(),
    };
    // The session may end while the entry is appended, and with it the retry.
    journal.emit({ type: "retry_start", retryId: waits.id, ...facts });
    // Other processes read it in the log: a wait may last minutes.
    await journal.append({ type: "retry", ...facts });
    await host.clock.sleep(plan.delay, signal);
    return undefined;
  }
}
