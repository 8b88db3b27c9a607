import { type Model, type Models, UnknownModelError } from "../model/index.ts";
import { fromLanguageModelV4, providerModels } from "../providers/index.ts";

/** AI SDK model, version 4 of the specification. */
export type LanguageModelV4 = Parameters<typeof fromLanguageModelV4>[0];

/**
 * Returns the models of the providers that the environment has keys for. Reads the environment when a model is first
 * requested.
 */
export const environmentModels = (): Models => {
  let models: Models | undefined;
  const loaded = (): Models => (models ??= providerModels({ env: process.env }));
  return {
    get: async (reference) => loaded().get(reference),
    list: async (provider) => loaded().list(provider),
    smallFor: async (reference) => loaded().smallFor?.(reference),
  };
};

/** Adapts a model that a caller passed as an object. */
export const asModel = (model: Model | LanguageModelV4): Model => {
  if ("stream" in model) return model;
  const { provider, modelId: id } = model;
  return fromLanguageModelV4(model, { reference: `${provider}/${id}`, provider, id, name: id, vision: false, thinking: [] });
};

/** Returns the same models with this model added under its reference. */
export const withModel = (models: Models, model: Model): Models => ({
  get: async (reference) => (reference === model.info.reference ? model : models.get(reference)),
  list: (provider) => models.list(provider),
  smallFor: async (reference) => (reference === model.info.reference ? undefined : models.smallFor?.(reference)),
});

/** Returns the same models, with an error that explains how to open a session whose model was an object. */
export const withoutModel = (models: Models, missing: string): Models => ({
  async get(reference) {
    try {
      return await models.get(reference);
    } catch (error) {
      if (!(error instanceof UnknownModelError) || reference !== missing) throw error;
      throw new UnknownModelError(reference, "The session was created with a model object. Pass it again: runtime.open(id, { model }).");
    }
  },
  list: (provider) => models.list(provider),
  smallFor: async (reference) => models.smallFor?.(reference),
});
