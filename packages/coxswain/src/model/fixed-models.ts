import { UnknownModelError } from "./errors.ts";
import type { Model, Models } from "./model.ts";

/** Creates a fixed set of models, each under its own reference. */
export const fixedModels = (...models: readonly Model[]): Models => ({
  async get(reference) {
    const model = models.find(({ info }) => info.reference === reference);
    if (model !== undefined) return model;
    throw new UnknownModelError(reference, `Available: ${models.map(({ info }) => info.reference).join(", ")}.`);
  },
  async list(provider) {
    const listed = provider === undefined ? models : models.filter(({ info }) => info.provider === provider);
    return listed.map(({ info }) => ({ info, available: true }));
  },
});
