import { plainText } from "./plain-text.ts";

/**
 * Characters that nobody sees, which can hide orders to a model, and those that turn the direction of a line. What joins letters and
 * pictures stays.
 */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** A stranger's text as a person would see it: without orders to a terminal, and every kind of line end as one. */
export const seenText = (text: string): string => plainText(text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")).replaceAll(UNSEEN, "");
