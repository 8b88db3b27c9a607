import type { FallbackEvent } from "../../journal/index.ts";
import type { RunEvent } from "../../loop/index.ts";
import type { Model, ModelError } from "../../model/index.ts";
import type { ModelSource } from "../model-source.ts";

export interface ModelFallbackParts {
  readonly models: Pick<ModelSource, "get">;
  readonly journal: { emit(event: FallbackEvent | Extract<RunEvent, { readonly type: "warning" }>): void };
}

/** Selects the model that responds: the session's own, or a fallback of its run. */
export class ModelFallback {
  readonly #parts: ModelFallbackParts;
  #fallbacks: readonly string[] = [];
  #own = "";
  #instead: Model | undefined;
  /** Number of fallbacks tried. */
  #used = 0;

  constructor(parts: ModelFallbackParts) {
    this.#parts = parts;
  }

  /** Reference of the last requested model. */
  get reference(): string {
    return this.#instead?.info.reference ?? this.#own;
  }

  /** Starts a run with the session's own model. `fallbacks` are references of models to try after it, in order. */
  begin(fallbacks: readonly string[] = []): void {
    this.#fallbacks = fallbacks;
    this.#instead = undefined;
    this.#used = 0;
  }

  /** Reference of the active fallback; undefined: the session's own model responds. */
  activeFor(own: string): string | undefined {
    return own === this.#own ? this.#instead?.info.reference : undefined;
  }

  /**
   * Returns the model for the next request. `own` is the session's model: setting another one during the run resets the fallback.
   * @throws the errors of `models.get`
   */
  async model(own: string): Promise<Model> {
    if (own !== this.#own) {
      this.#own = own;
      this.begin(this.#fallbacks);
    }
    return this.#instead ?? this.#parts.models.get(own);
  }

  /** Returns the next available fallback. Skips others with a warning. */
  async next(): Promise<Model | undefined> {
    const { models, journal } = this.#parts;
    while (this.#used < this.#fallbacks.length) {
      const reference = this.#fallbacks[this.#used++] ?? "";
      try {
        const model = await models.get(reference);
        if (model.info.reference !== this.reference && model.info.reference !== this.#own) return model;
      } catch (error) {
        journal.emit({
          type: "warning",
          message: `The run cannot fall back to ${reference}: ${error instanceof Error ? error.message : String(error)}`,
        });
      }
    }
    return undefined;
  }

  switchTo(model: Model, { message }: ModelError): void {
    this.#parts.journal.emit({ type: "model_fallback", from: this.reference, to: model.info.reference, reason: message });
    this.#instead = model;
  }
}
