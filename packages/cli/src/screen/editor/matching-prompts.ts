import type { EarlierPrompt } from "./prompt-history.ts";

/** Characters of a prompt that are compared. */
const COMPARED = 2000;
/** A word that a similar one may stand for. Fewer letters are in almost every word. */
const WORD = /^[\p{L}\p{N}]{3,}$/u;

/**
 * Returns the prompts that contain the words of the filter: first those with the whole filter, then those with its words in
 * order, then the others. If there are none, those with similar words: the letters of each word in order, from the beginning of a
 * word. Each in the order of the prompts.
 */
export const matchingPrompts = (prompts: readonly EarlierPrompt[], filter: string): readonly EarlierPrompt[] => {
  const words = wordsOf(filter);
  if (words.length === 0) return prompts;
  const ranks: readonly EarlierPrompt[][] = [[], [], []];
  for (const prompt of prompts) ranks[rankOf(comparedText(prompt), words) ?? ranks.length]?.push(prompt);
  const found = ranks.flat();
  if (found.length > 0 || !words.every((word) => WORD.test(word))) return found;
  const similar = words.map(similarTo);
  return prompts.filter((prompt) => similar.every((word) => word.test(comparedText(prompt))));
};

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

const comparedText = ({ text }: EarlierPrompt): string => text.slice(0, COMPARED).toLowerCase().replaceAll(/\s+/g, " ");

/** Lower is better; undefined: a word is missing. */
const rankOf = (text: string, words: readonly string[]): number | undefined => {
  if (!words.every((word) => text.includes(word))) return undefined;
  if (text.includes(words.join(" "))) return 0;
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word, from);
    if (at < 0) return 2;
    from = at + word.length;
  }
  return 1;
};

const similarTo = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${Array.from(word).join("[\\p{L}\\p{N}]*?")}`, "u");
