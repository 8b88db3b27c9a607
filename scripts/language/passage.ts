/** A piece of English in a file. */
export interface Passage {
  readonly kind: "comment" | "test name" | "string" | "prose" | "name";
  /** Blanked to the length of its source, so that an index in it is an index in the file. Names: their words. */
  readonly text: string;
  /** Offset of the text in the file. */
  readonly start: number;
  /** Indices in `text` at which a sentence must not open with a banned word. */
  readonly openings: readonly number[];
}

/** Replaces every match by as many spaces. */
export const blank = (text: string, pattern: RegExp): string => text.replace(pattern, (match) => " ".repeat(match.length));

/** Index of the first character that is not white space, from `from` on. */
export const skipSpace = (text: string, from: number): number => {
  const rest = text.slice(from).search(/\S/);
  return rest === -1 ? text.length : from + rest;
};
