import { MissingApiKeyError, UnknownModelError } from "./errors.ts";
import { findModel, type FoundModel, suffixed } from "./find-model.ts";
import type { ModelInfo } from "./model.ts";
import type { ModelEntry, Models } from "./models.ts";
import type { Thinking } from "./thinking.ts";

/** A model of a scope, with the level of thinking that it is to be asked for, if the scope says one. */
export interface ScopedModel {
  readonly info: ModelInfo;
  readonly thinking?: Thinking;
}

/** What patterns stand for. */
export interface ModelScope {
  /** Those that can be asked now, in the order of the patterns, each once. */
  readonly models: readonly ScopedModel[];
  /** What is wrong with patterns that mean nothing, or more than one thing; a line each. */
  readonly problems: readonly string[];
}

/**
 * The models that patterns name: `claude-*` and `openrouter/*kimi*` by their names or references, where `*` stands for any
 * characters, and all that `findModel` finds; each with a level of thinking at its end, as `gpt-6*:high`.
 */
export const modelScope = async (models: Models, patterns: readonly string[]): Promise<ModelScope> => {
  const known = patterns.some(isPattern) ? await models.list() : [];
  const found = await Promise.all(
    patterns.map(async (pattern) => (isPattern(pattern) ? matching(known, pattern) : named(models, pattern))),
  );
  const scoped = new Map<string, ScopedModel>();
  for (const one of found.flatMap((result) => (typeof result === "string" ? [] : result))) {
    if (!scoped.has(one.info.reference)) scoped.set(one.info.reference, one);
  }
  return { models: [...scoped.values()], problems: found.filter((result) => typeof result === "string") };
};

const isPattern = (text: string): boolean => text.includes("*");

const matching = (known: readonly ModelEntry[], pattern: string): readonly ScopedModel[] | string => {
  const { name, ...rest } = suffixed(pattern)[0] ?? { name: pattern };
  const all = known.filter(({ info }) => fits(info.reference, name) || fits(info.id, name));
  if (all.length === 0) return `No model fits "${pattern}".`;
  return all.filter(({ available }) => available).map(({ info }) => ({ info, ...rest }));
};

const named = async (models: Models, text: string): Promise<readonly ScopedModel[] | string> => {
  try {
    const { exact: _, ...scoped }: FoundModel = await findModel(models, text);
    return [scoped];
  } catch (error) {
    if (error instanceof MissingApiKeyError) return [];
    if (error instanceof UnknownModelError) return error.message;
    throw error;
  }
};

/** Between the first and the last piece, each is looked for where the one before it has ended. */
const fits = (text: string, pattern: string): boolean => {
  const [first = "", ...pieces] = pattern.trim().toLowerCase().split("*");
  const last = pieces.pop() ?? "";
  const whole = text.toLowerCase();
  if (whole.length < first.length + last.length || !whole.startsWith(first) || !whole.endsWith(last)) return false;
  const middle = whole.slice(first.length, whole.length - last.length);
  let at = 0;
  return pieces.every((piece) => {
    const found = middle.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
};
