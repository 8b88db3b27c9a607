import { MissingApiKeyError, UnknownModelError } from "./errors.ts";
import { findModel, type FoundModel, suffixed } from "./find-model.ts";
import type { ModelInfo, ModelEntry, Models } from "./model.ts";
import type { Thinking } from "./thinking.ts";

/** A model of a scope, with its thinking level if the scope specifies one. */
export interface ScopedModel {
  readonly info: ModelInfo;
  readonly thinking?: Thinking;
}

/** The models that a list of patterns matches. */
export interface ModelScope {
  /** Available models in the order of the patterns, without duplicates. */
  readonly models: readonly ScopedModel[];
  /** One line for each pattern that matches no model or is ambiguous. */
  readonly problems: readonly string[];
}

/**
 * Resolves patterns to models. A pattern is a glob over names or references, for example `claude-*` or
 * `openrouter/*kimi*`, where `*` matches any characters, or any string that `findModel` accepts. Each may have a
 * thinking level as its suffix, for example `gpt-6*:high`.
 */
export const modelScope = async (models: Models, patterns: readonly string[]): Promise<ModelScope> => {
  const entries = patterns.some(isPattern) ? await models.list() : [];
  const found = await Promise.all(
    patterns.map(async (pattern) => (isPattern(pattern) ? matchPattern(entries, pattern) : resolveName(models, pattern))),
  );
  const scoped = new Map<string, ScopedModel>();
  for (const one of found.flatMap((result) => (typeof result === "string" ? [] : result))) {
    if (!scoped.has(one.info.reference)) scoped.set(one.info.reference, one);
  }
  return { models: [...scoped.values()], problems: found.filter((result) => typeof result === "string") };
};

const isPattern = (text: string): boolean => text.includes("*");

const matchPattern = (entries: readonly ModelEntry[], pattern: string): readonly ScopedModel[] | string => {
  const { name, ...rest } = suffixed(pattern)[0] ?? { name: pattern };
  const all = entries.filter(({ info }) => matchesGlob(info.reference, name) || matchesGlob(info.id, name));
  if (all.length === 0) return `No model matches "${pattern}".`;
  return all.filter(({ available }) => available).map(({ info }) => ({ info, ...rest }));
};

const resolveName = async (models: Models, text: string): Promise<readonly ScopedModel[] | string> => {
  try {
    const { exact: _, ...scoped }: FoundModel = await findModel(models, text);
    return [scoped];
  } catch (error) {
    if (error instanceof MissingApiKeyError) return [];
    if (error instanceof UnknownModelError) return error.message;
    throw error;
  }
};

/** Searches each middle piece from the end of the previous one. */
const matchesGlob = (text: string, pattern: string): boolean => {
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
