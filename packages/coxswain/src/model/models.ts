import type { Model, ModelInfo } from "./model.ts";

/** The models that a runtime can use: where `provider/model` becomes something that can be asked. */
export interface Models {
  /**
   * @throws {UnknownModelError}
   * @throws {MissingApiKeyError}
   */
  get(reference: string): Promise<Model>;
  /** All that are known, whether or not there is a key for them; or only those of one provider, whose server on this machine is asked. */
  list(provider?: string): Promise<readonly ModelEntry[]>;
  /** Reference of the small model to ask beside that one, for work that needs no better; undefined when there is none that is cheaper and can be asked. */
  smallFor?(reference: string): Promise<string | undefined>;
}

export interface ModelEntry {
  readonly info: ModelInfo;
  /** Whether it could be asked now: there is a key for it, or it needs none. */
  readonly available: boolean;
}
