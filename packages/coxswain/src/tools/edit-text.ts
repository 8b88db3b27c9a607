import { ToolError } from "../loop/index.ts";
import { withUnixLineEnds } from "./line-ends.ts";
import { LIMITS } from "./limits.ts";
import { occurrences } from "./occurrences.ts";
import { replaceAt } from "./replacement.ts";

/** One replacement in the content of a file. Line ends are `\n`. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** Result of an edit. */
export interface EditedText {
  /** Text with its original line ends. */
  readonly text: string;
  /** Line of the first occurrence, counted from 1. */
  readonly line: number;
  /** Number of replaced occurrences. */
  readonly places: number;
  /** Inserted text. */
  readonly inserted: string;
  /** Note for the model about a deviation from the request. */
  readonly note?: string;
}

const limits = LIMITS.edit;

/** Limits of the occurrences to list and to count. */
const NAMED = 20;
const COUNTED = 1000;

/**
 * Applies one edit. Tries an exact match first, then a match that ignores white space.
 * @throws {ToolError} with the nearest text, or with the lines of all matches
 */
export const editText = async (original: string, edit: TextEdit, shown: string): Promise<EditedText> => {
  const { oldText, newText, replaceAll } = edit;
  const unix = withUnixLineEnds(original).text;
  const places = occurrences(unix, oldText, replaceAll ? { apart: true, most: limits.places + 1 } : { most: COUNTED });
  const [first] = places;
  if (first === undefined) return editNearly(original, unix, edit, shown);
  if (places.length > 1 && !replaceAll) throw new ToolError(ambiguous(unix, places, shown));
  assertWithinLimits(places.length, original, edit, shown);
  return {
    text: replaceAt(
      original,
      places.map((at) => ({ at, before: oldText, after: newText })),
    ),
    line: lineAt(unix, first),
    places: places.length,
    inserted: newText,
  };
};

const assertWithinLimits = (places: number, original: string, { oldText, newText }: TextEdit, shown: string): void => {
  if (places > limits.places)
    throw new ToolError(
      `oldText is in ${shown} more than ${limits.places} times. Nothing was changed. Use bash, for example sed, to replace that many.`,
    );
  if (original.length + places * (newText.length - oldText.length) > limits.fileBytes)
    throw new ToolError(`${shown} would be larger than ${limits.fileBytes} bytes. Nothing was changed.`);
};

const editNearly = async (original: string, unix: string, { oldText, newText }: TextEdit, shown: string): Promise<EditedText> => {
  // Loaded on demand: most edits match exactly.
  const { tolerantMatch } = await import("./tolerant-match.ts");
  const match = await tolerantMatch(unix, oldText, newText);
  if (match === undefined) throw new ToolError(await missing(unix, oldText, shown));
  const { at, before, after, lines, difference } = match;
  const line = lineAt(unix, at);
  const where = lines === 1 ? `Line ${line} is` : `Lines ${line} to ${line + lines - 1} are`;
  return {
    text: replaceAt(original, [{ at, before, after }]),
    line,
    places: 1,
    inserted: after,
    note: `${where} oldText except for white space (${difference}). Unchanged lines are as before; new lines are indented like the file.`,
  };
};

const ambiguous = (content: string, places: readonly number[], shown: string): string => {
  const lines = places.slice(0, NAMED).map((place) => lineAt(content, place));
  const more = places.length > NAMED ? " and more" : "";
  const times = places.length === COUNTED ? `${COUNTED} times or more` : `${places.length} times`;
  return (
    `oldText is in ${shown} ${times}, at lines ${lines.join(", ")}${more}. Nothing was changed. ` +
    "Include more of the surrounding lines, or set replaceAll."
  );
};

const missing = async (content: string, requested: string, shown: string): Promise<string> => {
  const { nearestText } = await import("./near-miss.ts");
  const near = nearestText(content, requested);
  const nothing = `oldText is not in ${shown}. Nothing was changed.`;
  return near === undefined
    ? `${nothing} No part of it is similar: read the file again, or search for the text with grep.`
    : `${nothing} ${near}\nCopy oldText from it exactly, without the line numbers.`;
};

const lineAt = (content: string, offset: number): number => content.slice(0, offset).split("\n").length;
