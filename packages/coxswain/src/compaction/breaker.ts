/** Why automatic compaction was stopped. */
export type Stop = "no_effect" | "no_progress" | "failed";

/**
 * Stops automatic compaction that does not get anywhere: one that did not bring usage below its threshold, one that is
 * wanted again before the model has answered, or one that failed. It goes on once usage has fallen by itself, or by the person's doing;
 * and where only an answer was missing, with that.
 */
export class Breaker {
  #stop: Stop | undefined;
  /** Whether the model has not answered since the last compaction. */
  #unanswered = false;

  /** Whether one may begin that is due. Tells why not when that is new. */
  begin(): { readonly may: boolean; readonly stopped?: Stop } {
    if (this.#stop !== undefined) return { may: false };
    if (this.#unanswered) return { may: false, stopped: this.#open("no_progress") };
    return { may: true };
  }

  /** Whether one may begin because a request was too long: it is bounded by its run as well. */
  get mayRecover(): boolean {
    return !this.#unanswered;
  }

  /** One was done. The value: why there will be no other, when that is new. */
  done(isStillDue: boolean): Stop | undefined {
    this.#unanswered = true;
    if (!isStillDue) this.#stop = undefined;
    return isStillDue && this.#stop === undefined ? this.#open("no_effect") : undefined;
  }

  /** One failed, and left all as it was. The value: why there will be no other, when that is new. */
  failed(): Stop | undefined {
    return this.#stop === undefined ? this.#open("failed") : undefined;
  }

  /** The model has answered whole. */
  answered(isDue: boolean): void {
    this.#unanswered = false;
    // An answer is the progress that was missing.
    if (!isDue || this.#stop === "no_progress") this.#stop = undefined;
  }

  /** The person has seen to it. */
  reset(): void {
    this.#stop = undefined;
    this.#unanswered = false;
  }

  #open(stop: Stop): Stop {
    this.#stop = stop;
    return stop;
  }
}
