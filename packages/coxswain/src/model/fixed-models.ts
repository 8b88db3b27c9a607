import { UnknownModelError } from "./errors.ts";
import type { Model } from "./model.ts";
import type { Models } from "./models.ts";

/** Creates a fixed set of models, each under its own reference. */
export const fixedModels = (...models: readonly Model[]): Models => ({
  async get(reference) {
    const model = models.find(({ info }) => info.reference === reference);
    if (model !== undefined) return model;
    throw new UnknownModelError(reference, `There is: ${models.map(({ info }) => info.reference).join(", ")}.`);
  },
  async list(provider) {
    const wanted = provider === undefined ? models : models.filter(({ info }) => info.provider === provider);
    return wanted.map(({ info }) => ({ info, available: true }));
  },
});
