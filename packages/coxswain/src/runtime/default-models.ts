import type { Model, Models } from "../model/index.ts";
import { fromLanguageModelV4, providerModels } from "../providers/index.ts";

/** A model of the AI SDK, version 4 of its specification. */
export type LanguageModelV4 = Parameters<typeof fromLanguageModelV4>[0];

/** The models of the providers that the environment has keys for. The environment is read when a model is first requested. */
export const environmentModels = (): Models => {
  let models: Models | undefined;
  const loaded = (): Models => (models ??= providerModels({ env: process.env }));
  return {
    get: async (reference) => loaded().get(reference),
    list: async (provider) => loaded().list(provider),
    smallFor: async (reference) => loaded().smallFor?.(reference),
  };
};

/** A model that a caller passed as an object. */
export const asModel = (model: Model | LanguageModelV4): Model => {
  if ("stream" in model) return model;
  const { provider, modelId: id } = model;
  return fromLanguageModelV4(model, { reference: `${provider}/${id}`, provider, id, name: id, vision: false, thinking: [] });
};

/** The same models, and this one under its reference. */
export const withModel = (models: Models, model: Model): Models => ({
  get: async (reference) => (reference === model.info.reference ? model : models.get(reference)),
  list: (provider) => models.list(provider),
  smallFor: async (reference) => (reference === model.info.reference ? undefined : models.smallFor?.(reference)),
});
