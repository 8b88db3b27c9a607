import { UnknownModelError } from "./errors.ts";
import { matchModels } from "./match-models.ts";
import type { ModelInfo, ModelEntry, Models } from "./model.ts";
import { isThinking, type Thinking, THINKING_LEVELS } from "./thinking.ts";

/** The model that a string refers to. */
export interface FoundModel {
  readonly info: ModelInfo;
  /** Requested thinking level, not yet clamped to the levels of the model. */
  readonly thinking?: Thinking;
  /** True if the string is the exact name. Otherwise the caller should report the model that was chosen. */
  readonly exact: boolean;
}

/**
 * Finds a model by `provider/model`, by its bare name, or by words of its name such as `sonnet`, `opus 4.5` or
 * `openrouter/kimi`. Each form accepts a thinking level as a suffix, for example `sonnet:high`. A string that is the
 * full name of a model refers to that model, whatever its suffix. Words prefer models that are available now.
 *
 * @throws {UnknownModelError} no model matches, or several do; the message lists the candidates
 * @throws {MissingApiKeyError}
 */
export const findModel = async (models: Models, text: string): Promise<FoundModel> => {
  const query = text.trim();
  const slash = query.indexOf("/");
  const ofProvider = slash < 0 ? [] : await models.list(query.slice(0, slash));
  const entries = ofProvider.length > 0 ? ofProvider : await models.list();
  const readings = [{ name: query }, ...suffixed(query)];
  const resolve = async ({ name, ...rest }: Reading, exact: boolean): Promise<FoundModel> => {
    const { info } = await models.get(name);
    return { info, ...rest, exact };
  };

  for (const reading of readings) {
    const name = exactName(entries, reading.name);
    if (name !== undefined) return resolve({ ...reading, name }, true);
  }

  const last = readings.at(-1) ?? { name: query };
  const matches = matchEntries(entries, ofProvider.length > 0 ? last.name.slice(slash + 1) : last.name);
  const [first] = matches;
  if (first !== undefined && matches.length === 1) return resolve({ ...last, name: first.reference }, false);
  if (first === undefined && isLevelTypo(query, entries)) {
    throw new UnknownModelError(
      query,
      `Thinking levels: ${THINKING_LEVELS.join(", ")}. Write a name that contains a colon with its provider: provider/model.`,
    );
  }
  // A provider may offer a model that the catalog lacks.
  if (ofProvider.length > 0 || first === undefined) return resolve(last, true);
  throw new UnknownModelError(query, `Specify one: ${references(matches)}.`);
};

interface Reading {
  readonly name: string;
  readonly thinking?: Thinking;
}

/** Returns the name without its thinking level, and the level; empty if the string has no such suffix. */
export const suffixed = (text: string): readonly Reading[] => {
  const colon = text.lastIndexOf(":");
  const level = text.slice(colon + 1);
  return colon > 0 && isThinking(level) ? [{ name: text.slice(0, colon), thinking: level }] : [];
};

/**
 * Returns true if the part before the colon matches a model. Tags after a colon are parts of names outside the catalog,
 * but not of words of names.
 */
const isLevelTypo = (text: string, entries: readonly ModelEntry[]): boolean => {
  const [name = "", ...tags] = text.split(":");
  return tags.length === 1 && !text.includes("/") && matchEntries(entries, name).length > 0;
};

/**
 * Returns the reference or bare name for `get`; undefined if no model has it. `get` resolves a name that several
 * providers share.
 */
const exactName = (entries: readonly ModelEntry[], name: string): string | undefined => {
  if (entries.some(({ info }) => info.reference === name)) return name;
  const [one, ...others] = entries.filter(({ info }) => info.id === name);
  return one === undefined || others.length > 0 ? one && name : one.info.reference;
};

/** Prefers available models; an unavailable one is matched only to report its missing key. */
const matchEntries = (entries: readonly ModelEntry[], text: string): readonly ModelInfo[] => {
  const matches = matchModels(
    text,
    entries.filter(({ available }) => available).map(({ info }) => info),
  );
  return matches.length > 0
    ? matches
    : matchModels(
        text,
        entries.map(({ info }) => info),
      );
};

const SHOWN = 6;

const references = (models: readonly ModelInfo[]): string => {
  const shown = models.slice(0, SHOWN).map(({ reference }) => reference);
  return `${shown.join(", ")}${models.length > SHOWN ? ", …" : ""}`;
};
