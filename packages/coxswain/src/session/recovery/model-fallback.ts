import type { FallbackEvent } from "../../journal/index.ts";
import type { RunEvent } from "../../loop/index.ts";
import type { Model, ModelError } from "../../model/index.ts";
import type { ModelSource } from "../model-source.ts";

export interface AnsweringParts {
  readonly models: Pick<ModelSource, "get">;
  readonly journal: { emit(event: FallbackEvent | Extract<RunEvent, { readonly type: "warning" }>): void };
}

/** Which model answers: the session's own, or the one that its run fell back to. */
export class ModelFallback {
  readonly #parts: AnsweringParts;
  #fallbacks: readonly string[] = [];
  #own = "";
  #instead: Model | undefined;
  /** How many of the fallbacks are used up. */
  #used = 0;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
  }

  /** Reference of the model that was asked last. */
  get reference(): string {
    return this.#instead?.info.reference ?? this.#own;
  }

  /** A run begins, with the session's own model. `fallbacks`: references of the models to go on with, in order. */
  begin(fallbacks: readonly string[] = []): void {
    this.#fallbacks = fallbacks;
    this.#instead = undefined;
    this.#used = 0;
  }

  /** Reference of the model that answers in place of the session's own; undefined: that one does. */
  activeFor(own: string): string | undefined {
    return own === this.#own ? this.#instead?.info.reference : undefined;
  }

  /**
   * The model to ask now. `own` is the session's: when another is set during the run, that one answers.
   * @throws what `models.get` throws
   */
  async model(own: string): Promise<Model> {
    if (own !== this.#own) {
      this.#own = own;
      this.begin(this.#fallbacks);
    }
    return this.#instead ?? this.#parts.models.get(own);
  }

  /** The next fallback that can be asked; those that cannot are told and passed over. */
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
