import { estimateTextTokens } from "../model/index.ts";

/** Maximum length of the note about omitted characters. */
export const NOTE_LENGTH = 64;

/**
 * Shortens a string to about `room` characters: its start and its end, with a note on the number of omitted characters
 * between them.
 */
export const shortened = (text: string, room: number): string => {
  if (text.length <= room) return text;
  const half = Math.max(0, Math.floor((room - NOTE_LENGTH) / 2));
  const missing = text.length - 2 * half;
  // The cut may split a surrogate pair.
  return `${text.slice(0, half)}\n[${missing} characters omitted]\n${text.slice(text.length - half)}`.toWellFormed();
};

/** The estimator's maximum tokens per character. */
const MOST_TOKENS_OF_CHARACTER = 0.9;

/** Returns whether strings have at most `tokens` estimated tokens together. Short strings are not scanned. */
export const areWithin = (texts: readonly string[], tokens: number): boolean => {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  // Each text is rounded up.
  if (characters * MOST_TOKENS_OF_CHARACTER + texts.length <= tokens) return true;
  return texts.reduce((sum, text) => sum + estimateTextTokens(text), 0) <= tokens;
};

/** Shortens a string to a number of estimated tokens. The result may exceed it slightly when not even the note fits. */
export const shortenedToTokens = (text: string, tokens: number): string => {
  let result = text;
  // Characters have different token counts, so the first attempt may still be too long.
  for (let room = text.length; !areWithin([result], tokens) && room > NOTE_LENGTH;) {
    room = Math.min(Math.floor((room * tokens) / estimateTextTokens(result)), Math.floor(room * 0.95));
    result = shortened(text, room);
  }
  return result;
};
