import { plainText } from "./plain-text.ts";

/**
 * Invisible characters, which can hide instructions for a model, and characters that change the text direction. Joiners
 * of letters and emoji are not included.
 */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Returns untrusted text as a user would see it: without escape sequences, and with `\n` for every line end. */
export const seenText = (text: string): string => plainText(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")).replaceAll(UNSEEN, "");
