import { ExtensionError } from "./errors.ts";
import { MissingApiKeyError, type Model, type ModelEntry, type Models, UnknownModelError } from "../../model/index.ts";
import { inWords } from "./in-words.ts";
import type { RegisteredItem, Registered } from "./registered.ts";

/**
 * Combines the program's models with those of extensions. Extensions resolve, in their order, references that the
 * program does not know.
 */
export const composedModels = (own: Models, brought: Registered<Models>, warn: (extension: string, line: string) => void): Models => {
  /** Queries all providers. Warns about a provider that fails, and treats it as having no models. */
  const ask = async <Value>(
    { extension, value }: RegisteredItem<Models>,
    question: (models: Models) => Promise<Value>,
  ): Promise<Value | undefined> =>
    begun(() => question(value)).catch((error: unknown) => {
      warn(extension, `its models cannot be asked for: ${inWords(error)}`);
      return undefined;
    });

  return {
    async get(reference) {
      const error = await own.get(reference).catch(ifUnknown);
      if (!(error instanceof UnknownModelError)) return error;
      for (const one of brought.all) {
        const found = await ask(one, async (models) => fit(await models.get(reference).catch(ifKnown), reference));
        if (found instanceof MissingApiKeyError) throw found;
        if (found !== undefined && !(found instanceof UnknownModelError)) return found;
      }
      throw error;
    },
    async list(provider) {
      const listed = await own.list(provider);
      const more = await Promise.all(brought.all.map((one) => ask(one, async (models) => fitEntries(await models.list(provider)))));
      const seen = new Set<string>();
      return [...listed, ...more.flatMap((entries) => entries ?? [])].filter(
        ({ info: { reference } }) => !seen.has(reference) && seen.add(reference),
      );
    },
    async smallFor(reference) {
      const small = await own.smallFor?.(reference);
      if (small !== undefined) return small;
      for (const one of brought.all) {
        const other = await ask(one, async (models) => models.smallFor?.(reference));
        if (other !== undefined) return other;
      }
      return undefined;
    },
  };
};

/** Turns an exception before the first await into a rejection. */
const begun = async <Value>(work: () => Promise<Value>): Promise<Value> => work();

/** Returns an error about the model itself, which is not a fault of the provider. */
const ifKnown = (error: unknown): UnknownModelError | MissingApiKeyError => {
  if (error instanceof UnknownModelError || error instanceof MissingApiKeyError) return error;
  throw error;
};

/**
 * Validates a model that no compiler has checked.
 * @throws {ExtensionError}
 */
const fit = <Found>(found: Found, reference: string): Found => {
  const { stream, info }: Partial<Model> = Object(found);
  if (found instanceof Error || (typeof stream === "function" && typeof info?.reference === "string")) return found;
  throw new ExtensionError(`its value for ${reference} is not a model`);
};

/** @throws {ExtensionError} */
const fitEntries = (entries: readonly ModelEntry[]): readonly ModelEntry[] => {
  const list: unknown = entries;
  if (Array.isArray(list) && entries.every((entry) => typeof Object(entry).info?.reference === "string")) return entries;
  throw new ExtensionError("its list contains invalid models");
};

const ifUnknown = (error: unknown): Model | UnknownModelError => {
  if (error instanceof UnknownModelError) return error;
  throw error;
};
