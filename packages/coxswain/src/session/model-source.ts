import type { Model, Models } from "../model/index.ts";

/** The models of one open session: model objects that it was given, and the runtime's models by reference. */
export class ModelSource {
  readonly #models: Models;
  readonly #known = new Map<string, Model>();

  constructor(models: Models) {
    this.#models = models;
  }

  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  async get(reference: string): Promise<Model> {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    return this.keep(await this.#models.get(reference), reference);
  }

  /**
   * Returns the model of a reference, or remembers a model object.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  async take(model: string | Model): Promise<Model> {
    return typeof model === "string" ? this.get(model) : this.keep(model);
  }

  keep(model: Model, reference = model.info.reference): Model {
    this.#known.set(reference, model);
    return model;
  }
}
