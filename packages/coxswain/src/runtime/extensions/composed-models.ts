import { type Model, type Models, UnknownModelError } from "../../model/index.ts";
import type { Registered } from "./registered.ts";

/** The program's models, and where it knows none of a reference those of extensions, in their order. */
export const composedModels = (own: Models, brought: Registered<Models>): Models => ({
  async get(reference) {
    const error = await own.get(reference).catch(ifUnknown);
    if (!(error instanceof UnknownModelError)) return error;
    for (const { value } of brought.all) {
      const found = await value.get(reference).catch(ifUnknown);
      if (!(found instanceof UnknownModelError)) return found;
    }
    throw error;
  },
  async list(provider) {
    const lists = await Promise.all([own, ...brought.all.map(({ value }) => value)].map((models) => models.list(provider)));
    return [
      ...new Map(
        lists
          .flat()
          .toReversed()
          .map((entry) => [entry.info.reference, entry]),
      ).values(),
    ].toReversed();
  },
  async smallFor(reference) {
    for (const models of [own, ...brought.all.map(({ value }) => value)]) {
      const small = await models.smallFor?.(reference);
      if (small !== undefined) return small;
    }
    return undefined;
  },
});

const ifUnknown = (error: unknown): Model | UnknownModelError => {
  if (error instanceof UnknownModelError) return error;
  throw error;
};
