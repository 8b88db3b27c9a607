import type { Model, Models } from "../model/index.ts";

/** The models of one open session: those given to it as they are, and those that the runtime knows by reference. */
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
   * One that is named, or is given as it is.
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
