import type { Model, Models } from "../model/index.ts";

/** The models of one open session: model objects that it was given, and the runtime's models by reference. */
export class ModelSource {
  readonly #models: Models;
  readonly #registered = new Map<string, Model>();

  constructor(models: Models) {
    this.#models = models;
  }

  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  async get(reference: string): Promise<Model> {
    const registered = this.#registered.get(reference);
    if (registered !== undefined) return registered;
    return this.register(await this.#models.get(reference), reference);
  }

  /**
   * Returns the model of a reference, or registers a model object.
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  async resolve(model: string | Model): Promise<Model> {
    return typeof model === "string" ? this.get(model) : this.register(model);
  }

  /** Makes a model available under its reference. */
  register(model: Model, reference = model.info.reference): Model {
    this.#registered.set(reference, model);
    return model;
  }
}
