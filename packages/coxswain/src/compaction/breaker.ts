/** Reason why automatic compaction stopped. */
export type Stop = "no_effect" | "no_progress" | "failed";

/**
 * Circuit breaker of automatic compaction. It opens when a compaction did not bring usage below its threshold, when
 * another one is due before the model has answered, or when one failed. It closes once usage has fallen, or the user
 * has compacted; `no_progress` also ends with an answer of the model.
 */
export class Breaker {
  #stop: Stop | undefined;
  /** True until the model answers after a compaction. */
  #unanswered = false;

  /** Returns whether a due compaction may start. Reports the reason for a stop once. */
  begin(): { readonly may: boolean; readonly stopped?: Stop } {
    if (this.#stop !== undefined) return { may: false };
    if (this.#unanswered) return { may: false, stopped: this.#open("no_progress") };
    return { may: true };
  }

  /** True if a compaction may start because a request was too long. The run limits these as well. */
  get mayRecover(): boolean {
    return !this.#unanswered;
  }

  /** Records a completed compaction. Returns the reason if the breaker opens now. */
  done(isStillDue: boolean): Stop | undefined {
    this.#unanswered = true;
    if (!isStillDue) this.#stop = undefined;
    return isStillDue && this.#stop === undefined ? this.#open("no_effect") : undefined;
  }

  /** Records a failed compaction, which changed nothing. Returns the reason if the breaker opens now. */
  failed(): Stop | undefined {
    return this.#stop === undefined ? this.#open("failed") : undefined;
  }

  /** Records a complete answer of the model. */
  answered(isDue: boolean): void {
    this.#unanswered = false;
    // An answer is the missing progress.
    if (!isDue || this.#stop === "no_progress") this.#stop = undefined;
  }

  /** Resets the breaker after a compaction by the user. */
  reset(): void {
    this.#stop = undefined;
    this.#unanswered = false;
  }

  #open(stop: Stop): Stop {
    this.#stop = stop;
    return stop;
  }
}
