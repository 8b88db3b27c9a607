import { editDistance } from "../base/index.ts";

/**
 * Returns up to three references similar to the input, best first. The input may omit the provider, or be words of a
 * name.
 */
export const suggest = (input: string, references: readonly string[]): string[] => {
  const target = fold(input);
  const limit = Math.max(2, target.length * 0.34);
  const like = best(
    references,
    (reference) => Math.min(distanceTo(target, reference), distanceTo(target, reference.slice(reference.indexOf("/") + 1))),
    limit,
  );
  const words = wordsOf(input);
  return like.length > 0 || words.length === 0 ? like : best(references, (reference) => wordDistance(words, wordsOf(reference)), limit);
};

const best = (references: readonly string[], distanceOf: (reference: string) => number, limit: number): string[] =>
  references
    .map((reference) => ({ reference, distance: distanceOf(reference) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((one, other) => one.distance - other.distance || one.reference.length - other.reference.length)
    .slice(0, 3)
    .map(({ reference }) => reference);

const parts = (name: string): readonly string[] => name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const fold = (name: string): string => parts(name).join("");
/** Ignores numbers: version numbers are often the wrong part of the input. */
const wordsOf = (name: string): readonly string[] => name.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** A name that contains the input is nearer than a name with different letters. */
const distanceTo = (typed: string, reference: string): number => {
  const name = fold(reference);
  if (typed.length >= 3 && parts(reference).some((_, at, all) => all.slice(at).join("").startsWith(typed))) {
    return (name.length - typed.length) / 100;
  }
  return Math.abs(typed.length - name.length) > typed.length / 2 ? Infinity : editDistance(typed, name);
};

/** Returns the sum of each word's distance to its nearest word in the name. */
const wordDistance = (words: readonly string[], names: readonly string[]): number =>
  words.reduce((sum, word) => sum + Math.min(...names.map((name) => slip(word, name))), 0);

/** Allows few edits in short words: among thousands of names, some word is always one letter away. */
const slip = (word: string, name: string): number => {
  const distance = editDistance(word, name);
  return distance <= (word.length - 1) / 4 ? distance : Infinity;
};
