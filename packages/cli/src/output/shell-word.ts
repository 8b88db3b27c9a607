import { escapeLine } from "./escape-text.ts";

/** A text as one word of a shell's command line; undefined where it cannot be shown on one line as it is. */
export const shellWord = (text: string): string | undefined => {
  if (escapeLine(text) !== text) return undefined;
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
};
