import { estimateTextTokens } from "../model/index.ts";

/** The longest that the note on what is missing can be. */
export const NOTE_LENGTH = 64;

/** The beginning and the end of a text that has more than so many characters, with a note between of how many are missing. */
export const shortened = (text: string, room: number): string => {
  if (text.length <= room) return text;
  const half = Math.max(0, Math.floor((room - NOTE_LENGTH) / 2));
  const missing = text.length - 2 * half;
  // A cut may go through a pair of surrogates.
  return `${text.slice(0, half)}\n[${missing} characters left out]\n${text.slice(text.length - half)}`.toWellFormed();
};

/** No character is more, by the estimate. */
const MOST_TOKENS_OF_CHARACTER = 0.9;

/** Whether texts have at most so many tokens together, by estimate. Short ones are not looked through. */
export const areWithin = (texts: readonly string[], tokens: number): boolean => {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  // Each text is rounded up.
  if (characters * MOST_TOKENS_OF_CHARACTER + texts.length <= tokens) return true;
  return texts.reduce((sum, text) => sum + estimateTextTokens(text), 0) <= tokens;
};

/** The same by tokens. What is left may be a little more where not even the note has room. */
export const shortenedToTokens = (text: string, tokens: number): string => {
  let told = text;
  // Characters are not all the same number of tokens, so that the first try may still be too long.
  for (let room = text.length; !areWithin([told], tokens) && room > NOTE_LENGTH;) {
    room = Math.min(Math.floor((room * tokens) / estimateTextTokens(told)), Math.floor(room * 0.95));
    told = shortened(text, room);
  }
  return told;
};
