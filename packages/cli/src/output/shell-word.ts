import { escapeLine } from "./escape-text.ts";

/** Quotes a string as one shell word; undefined if it cannot be shown unchanged on one line. */
export const shellWord = (text: string): string | undefined => {
  if (escapeLine(text) !== text) return undefined;
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
};
