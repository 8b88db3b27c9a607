import type { Attempts, Recovery, Remedy } from "../loop/index.ts";
import { ModelError, appendNote } from "../model/index.ts";

export interface OverflowParts {
  /** Returns whether a compaction may be attempted. */
  readonly mayTry: () => boolean;
  /**
   * Shortens the history.
   * @throws when it cannot be shortened
   */
  readonly compact: (signal: AbortSignal) => Promise<void>;
}

const WHAT_TO_DO = "Go back to an earlier message, clear the conversation, or choose a model with a larger window.";

/** Compacts the history and retries when a request exceeds the model's window, once in a run. */
export class OverflowRecovery implements Recovery {
  readonly #parts: OverflowParts;
  #tried = false;

  constructor(parts: OverflowParts) {
    this.#parts = parts;
  }

  /** True if a recovery is still possible. */
  get isLeft(): boolean {
    return !this.#tried && this.#parts.mayTry();
  }

  begin(): Attempts {
    return {
      remedyFor: (error) => (error.code === "overflow" ? this.#remedyFor(error) : undefined),
      end() {},
    };
  }

  #remedyFor(error: ModelError): Remedy {
    if (this.#tried) return async () => appendNote(error, `The conversation has been compacted and is still too long. ${WHAT_TO_DO}`);
    if (!this.isLeft) return async () => appendNote(error, `Compact the conversation and go on. Or: ${WHAT_TO_DO}`);
    return async (signal) => {
      this.#tried = true;
      try {
        await this.#parts.compact(signal);
        return undefined;
      } catch (reason) {
        if (signal.aborted) return new ModelError("aborted", "The run was aborted.");
        const why = reason instanceof Error ? reason.message : String(reason);
        return appendNote(error, `It could not be compacted: ${why} ${WHAT_TO_DO}`);
      }
    };
  }
}
