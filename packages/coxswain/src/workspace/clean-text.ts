import { stripVTControlCharacters } from "node:util";

/**
 * Control characters except tab and line feed, characters that are not displayed, and those that change the order of
 * others. Joiners and variation selectors of emoji and scripts are excluded.
 */
const HIDDEN =
  /(?!\t|\n|\u200c|\u200d|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Removes hidden characters and commands for terminals from untrusted text, and changes nothing else. */
export const withoutHidden = (text: string): string => stripVTControlCharacters(text).replaceAll(HIDDEN, "");

/** Cleans untrusted text of several lines: no control or hidden characters, at most `limit` UTF-16 units. */
export const cleanText = (text: string, limit: number): string => {
  const clean = withoutHidden(text.slice(0, limit * 4).replaceAll(/\r\n?/g, "\n")).trim();
  // A character of two units is removed as a whole.
  return clean.length > limit ? `${withoutHidden(clean.slice(0, limit - 1)).trimEnd()}…` : clean;
};

/** Cleans untrusted text of one line. Line ends and tabs become spaces. */
export const cleanLine = (text: string, limit: number): string => cleanText(text.slice(0, limit * 4).replaceAll(/\s+/g, " "), limit);
