import type { Attempts, Recovery, Remedy } from "../../loop/index.ts";
import type { ErrorClass, ModelError } from "../../model/index.ts";
import type { ModelFallback } from "./model-fallback.ts";

/** What another model, of another provider, may be free of. The rest would fail there too, or is the person's to mend. */
const OF_THE_PROVIDER: ReadonlySet<ErrorClass> = new Set(["transient", "quota"]);

/** Where nothing helps the model that answers, goes on with the next; each is tried as `recovery` says. */
export const withFallbacks = (recovery: Recovery, answering: ModelFallback): Recovery => ({
  begin: () => new FallbackAttempts(recovery, answering),
});

class FallbackAttempts implements Attempts {
  readonly #recovery: Recovery;
  readonly #answering: ModelFallback;
  /** At the model that answers now. */
  #attempts: Attempts;

  constructor(recovery: Recovery, answering: ModelFallback) {
    this.#recovery = recovery;
    this.#answering = answering;
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
    const model = await this.#answering.next();
    if (model === undefined) return failure;
    this.#attempts.end(false);
    this.#attempts = this.#recovery.begin();
    this.#answering.switchTo(model, failure);
    return undefined;
  }
}
