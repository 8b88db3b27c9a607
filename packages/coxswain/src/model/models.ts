import type { Model, ModelInfo } from "./model.ts";

/** The models of a runtime: resolves `provider/model` to a usable model. */
export interface Models {
  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  get(reference: string): Promise<Model>;
  /**
   * Lists all models, including those without a key, or only those of one provider. For a local provider, queries its
   * server.
   */
  list(provider?: string): Promise<readonly ModelEntry[]>;
  /** Reference of the small model beside this one, for simple work; undefined when no cheaper model is available. */
  smallFor?(reference: string): Promise<string | undefined>;
}

export interface ModelEntry {
  readonly info: ModelInfo;
  /** True if the model is available now: it has a key, or needs none. */
  readonly available: boolean;
}
