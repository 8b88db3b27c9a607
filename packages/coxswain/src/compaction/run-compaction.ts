import type { AssistantMessage, Model, ModelInfo } from "../model/index.ts";
import type { NextRequest } from "./compaction-order.ts";
import type { Compaction } from "./compaction.ts";
import { OverflowRecovery } from "./overflow-recovery.ts";
import { withoutSilentOverflow } from "./silent-overflow.ts";

/** Compaction as one run has to do with it. */
export class RunCompaction {
  /** Of requests that were too long. */
  readonly recovery: OverflowRecovery;
  readonly #compaction: Compaction;
  #next: NextRequest | undefined;
  #going: Promise<void> = Promise.resolve();

  constructor(compaction: Compaction) {
    this.#compaction = compaction;
    this.recovery = new OverflowRecovery({
      mayTry: () => this.#next !== undefined && compaction.mayRecover,
      compact: async (signal) => {
        if (this.#next !== undefined) await (this.#going = compaction.recover(this.#next, signal));
      },
    });
  }

  /** A turn has ended, and this request is to be made next. */
  whenDue(next: NextRequest, signal: AbortSignal): Promise<void> {
    this.#next = next;
    this.#going = this.#compaction.atBoundary(next, signal);
    return this.#going;
  }

  /** Resolves when nothing goes on, soon after an abort as well: a run does not end before what it has begun. */
  async settled(): Promise<void> {
    await this.#going.catch(() => undefined); // who waited for it has the error
  }

  /** The model, with failures of its provider told that the provider keeps silent about. */
  watch(model: Model): Model {
    return withoutSilentOverflow(model, () => this.recovery.isLeft);
  }

  answered({ usage }: AssistantMessage, model: ModelInfo): void {
    this.#compaction.answered(usage, model);
  }
}
