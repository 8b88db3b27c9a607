import { stripVTControlCharacters } from "node:util";

/**
 * A command's output as text to read: without colours and other orders to a terminal, without what a carriage return
 * overwrote (progress bars), and with a mark in the place of every other control character.
 */
export const plainText = (output: string): string =>
  stripVTControlCharacters(output)
    .replaceAll(/\r+\n/g, "\n")
    .replaceAll(/[^\n]*\r(?!\n)/g, "")
    // oxlint-disable-next-line no-control-regex -- these characters are what it is about
    .replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g, "\uFFFD");
