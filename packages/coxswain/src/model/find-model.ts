import { UnknownModelError } from "./errors.ts";
import { matchModels } from "./match-models.ts";
import type { ModelInfo } from "./model.ts";
import type { ModelEntry, Models } from "./models.ts";
import { isThinking, type Thinking, THINKING_LEVELS } from "./thinking.ts";

/** The model that a text names. */
export interface FoundModel {
  readonly info: ModelInfo;
  /** The level that the text asks for; not yet taken to one that the model has. */
  readonly thinking?: Thinking;
  /** Whether the text names it letter by letter. Else a person should be told which was taken. */
  readonly exact: boolean;
}

/**
 * The model that a person means by a text: `provider/model`, a model's bare name, or words of its name, as `sonnet`,
 * `opus 4.5` or `openrouter/kimi`; each with a level of thinking at its end, as `sonnet:high`. What is a model's whole
 * name is that model, whatever it ends in. Words mean a model that can be asked now before one that cannot.
 *
 * @throws {UnknownModelError} nothing goes by that, or more than one thing does; the message has the choice
 * @throws {MissingApiKeyError}
 */
export const findModel = async (models: Models, text: string): Promise<FoundModel> => {
  const wanted = text.trim();
  const slash = wanted.indexOf("/");
  const ofProvider = slash < 0 ? [] : await models.list(wanted.slice(0, slash));
  const known = ofProvider.length > 0 ? ofProvider : await models.list();
  const readings = [{ name: wanted }, ...suffixed(wanted)];
  const got = async ({ name, ...rest }: Reading, exact: boolean): Promise<FoundModel> => {
    const { info } = await models.get(name);
    return { info, ...rest, exact };
  };

  for (const reading of readings) {
    const name = exactName(known, reading.name);
    if (name !== undefined) return got({ ...reading, name }, true);
  }

  const last = readings.at(-1) ?? { name: wanted };
  const matches = matchesAmong(known, ofProvider.length > 0 ? last.name.slice(slash + 1) : last.name);
  const [first] = matches;
  if (first !== undefined && matches.length === 1) return got({ ...last, name: first.reference }, false);
  if (first === undefined && isLevelSlip(wanted, known)) {
    throw new UnknownModelError(
      wanted,
      `Levels of thinking are ${THINKING_LEVELS.join(", ")}. A name that has a colon needs its provider, as provider/model.`,
    );
  }
  // A provider may know a model that the catalog lacks.
  if (ofProvider.length > 0 || first === undefined) return got(last, true);
  throw new UnknownModelError(wanted, `Say which: ${references(matches)}.`);
};

interface Reading {
  readonly name: string;
  readonly thinking?: Thinking;
}

/** The text without the level of thinking that it ends in, if it does. */
export const suffixed = (text: string): readonly Reading[] => {
  const colon = text.lastIndexOf(":");
  const level = text.slice(colon + 1);
  return colon > 0 && isThinking(level) ? [{ name: text.slice(0, colon), thinking: level }] : [];
};

/** Whether what stands before a colon means a model. Tags behind one are parts of names that are in no catalog, but not of words of names. */
const isLevelSlip = (text: string, known: readonly ModelEntry[]): boolean => {
  const [name = "", ...tags] = text.split(":");
  return tags.length === 1 && !text.includes("/") && matchesAmong(known, name).length > 0;
};

/** What a model with that reference, or that bare name, is got by; undefined when there is none. Whose a name is that several have, `get` knows. */
const exactName = (known: readonly ModelEntry[], name: string): string | undefined => {
  if (known.some(({ info }) => info.reference === name)) return name;
  const [one, ...others] = known.filter(({ info }) => info.id === name);
  return one === undefined || others.length > 0 ? one && name : one.info.reference;
};

/** Those that can be asked go first: another one is named only to say what it lacks. */
const matchesAmong = (known: readonly ModelEntry[], text: string): readonly ModelInfo[] => {
  const open = matchModels(
    text,
    known.filter(({ available }) => available).map(({ info }) => info),
  );
  return open.length > 0
    ? open
    : matchModels(
        text,
        known.map(({ info }) => info),
      );
};

const SHOWN = 6;

const references = (models: readonly ModelInfo[]): string => {
  const shown = models.slice(0, SHOWN).map(({ reference }) => reference);
  return `${shown.join(", ")}${models.length > SHOWN ? ", …" : ""}`;
};
