import { type Models, UnknownModelError } from "../../model/index.ts";
import type { CustomProvider } from "../../providers/index.ts";

/** Creates models of providers, by name. */
export type Connect = (providers: Readonly<Record<string, CustomProvider>>) => Models;

/** Returns only the models of these providers; `connect` may know others. */
export const modelsOf = (providers: Readonly<Record<string, CustomProvider>>, connect: Connect): Models => {
  const names = Object.keys(providers);
  const models = connect(providers);
  const isOwn = (reference: string): boolean => names.some((name) => reference.startsWith(`${name}/`));
  return {
    async get(reference) {
      if (!isOwn(reference)) throw new UnknownModelError(reference, `Available: ${names.map((name) => `${name}/MODEL`).join(", ")}.`);
      return models.get(reference);
    },
    async list(provider) {
      const selected = provider === undefined ? names : names.filter((name) => name === provider);
      return (await Promise.all(selected.map((name) => models.list(name)))).flat();
    },
    smallFor: async (reference) => (isOwn(reference) ? models.smallFor?.(reference) : undefined),
  };
};

/** Creates models with keys from this process's environment. */
export const connectProviders: Connect = (custom) => {
  let loaded: Promise<Models> | undefined;
  const load = (): Promise<Models> =>
    (loaded ??= import("../../providers/index.ts").then(({ providerModels }) => providerModels({ env: process.env, custom })));
  return {
    get: async (reference) => (await load()).get(reference),
    list: async (provider) => (await load()).list(provider),
    smallFor: async (reference) => (await load()).smallFor?.(reference),
  };
};
