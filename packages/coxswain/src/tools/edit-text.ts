import { ToolError } from "../loop/index.ts";
import { withUnixLineEnds } from "./line-ends.ts";
import { nearestText } from "./nearest-text.ts";
import { apart, occurrences, replaceAt } from "./replacement.ts";
import { tolerantMatch } from "./tolerant-match.ts";

/** One change of a text. Line ends are `\n`. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** What an edit has come to. */
export interface EditedText {
  /** With the line ends that it had. */
  readonly text: string;
  /** Where the first place is, counted from 1. */
  readonly line: number;
  /** How many places there were. */
  readonly places: number;
  /** What was put there. */
  readonly inserted: string;
  /** What was done besides what was asked. */
  readonly note?: string;
}

/** How many places are named. */
const MAX_PLACES = 20;

/**
 * Makes one edit: exactly, or else where the text is but for its white space.
 * @throws {ToolError} that says what is there instead, or which places there are
 */
export const editText = async (original: string, edit: TextEdit, shown: string): Promise<EditedText> => {
  const { oldText, newText, replaceAll } = edit;
  const unix = withUnixLineEnds(original).text;
  const places = occurrences(unix, oldText);
  if (places.length === 0) return editNearly(original, unix, edit, shown);
  if (places.length > 1 && !replaceAll) throw new ToolError(ambiguous(unix, places, shown));
  const taken = apart(places, oldText.length);
  return {
    text: replaceAt(original, taken, oldText, newText),
    line: lineAt(unix, taken[0] ?? 0),
    places: taken.length,
    inserted: newText,
  };
};

const editNearly = async (original: string, unix: string, { oldText, newText }: TextEdit, shown: string): Promise<EditedText> => {
  const match = await tolerantMatch(unix, oldText, newText);
  if (match === undefined) throw new ToolError(missing(unix, oldText, shown));
  const { at, before, after, difference } = match;
  return {
    text: replaceAt(original, [at], before, after),
    line: lineAt(unix, at),
    places: 1,
    inserted: after,
    note: `oldText was there but for its white space (${difference}). The lines that stay are as they were, and new ones are indented as the file is.`,
  };
};

const ambiguous = (content: string, places: readonly number[], shown: string): string => {
  const lines = places.slice(0, MAX_PLACES).map((place) => lineAt(content, place));
  const more = places.length > MAX_PLACES ? " and more" : "";
  return (
    `oldText is in ${shown} ${places.length} times, at lines ${lines.join(", ")}${more}. Nothing was changed. ` +
    "Give more of the lines around the one you mean, or set replaceAll."
  );
};

const missing = (content: string, wanted: string, shown: string): string => {
  const near = nearestText(content, wanted);
  const nothing = `oldText is not in ${shown}. Nothing was changed.`;
  return near === undefined
    ? `${nothing} Nothing in it is like that text: read the file again, or look for the text with grep.`
    : `${nothing} ${near}\nTake oldText from it exactly, without the line numbers.`;
};

const lineAt = (content: string, offset: number): number => content.slice(0, offset).split("\n").length;
