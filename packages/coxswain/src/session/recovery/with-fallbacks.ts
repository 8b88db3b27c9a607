import type { Attempts, Recovery, Remedy } from "../../loop/index.ts";
import type { ErrorClass, ModelError } from "../../model/index.ts";
import type { ModelFallback } from "./model-fallback.ts";

/** Errors that a model of another provider may avoid. Others would occur there too, or need the user. */
const OF_THE_PROVIDER: ReadonlySet<ErrorClass> = new Set(["transient", "quota"]);

/** Switches to the next fallback when `recovery` gives up on a model. */
export const withFallbacks = (recovery: Recovery, fallback: ModelFallback): Recovery => ({
  begin: () => new FallbackAttempts(recovery, fallback),
});

class FallbackAttempts implements Attempts {
  readonly #recovery: Recovery;
  readonly #fallback: ModelFallback;
  /** Attempts at the active model. */
  #attempts: Attempts;

  constructor(recovery: Recovery, fallback: ModelFallback) {
    this.#recovery = recovery;
    this.#fallback = fallback;
    this.#attempts = recovery.begin();
  }

  remedyFor(error: ModelError): Remedy | undefined {
    const remedy = this.#attempts.remedyFor(error);
    if (!OF_THE_PROVIDER.has(error.code)) return remedy;
    return async (signal) => {
      const failure = remedy === undefined ? error : await remedy(signal);
      return failure === undefined || signal.aborted ? failure : this.#fallBack(failure);
    };
  }

  end(succeeded: boolean): void {
    this.#attempts.end(succeeded);
  }

  async #fallBack(failure: ModelError): Promise<ModelError | undefined> {
    const model = await this.#fallback.next();
    if (model === undefined) return failure;
    this.#attempts.end(false);
    this.#attempts = this.#recovery.begin();
    this.#fallback.switchTo(model, failure);
    return undefined;
  }
}
