import { visibleWidth } from "@earendil-works/pi-tui";

/**
 * Control characters except newline and tab, direction overrides, separators, interlinear annotation, tags and lone
 * surrogates: users do not type them, and in a paste they can hide or forge content.
 */
const UNWANTED =
  // oxlint-disable-next-line no-control-regex -- these are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}]/gu;

/** Returns a string as the editor accepts it: without unwanted characters, and with `\n` as line end. */
export const cleanText = (text: string): string => text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replaceAll(UNWANTED, "");

/** Tabs, and invisible marks that are part of ordinary words, such as those of a direction. */
const UNDRAWN = /[\t\u061c\u200b\u200e\u200f]/gu;

/** Returns a row for the terminal: with spaces for tabs, and without marks that have no width. The width is the same. */
export const drawable = (row: string): string => row.replaceAll(UNDRAWN, (character) => " ".repeat(visibleWidth(character)));
