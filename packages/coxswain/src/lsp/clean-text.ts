import { stripVTControlCharacters } from "node:util";

/** Returns text of a server without commands for terminals, control and invisible characters, on one line, cut at a length. */
export const cleanText = (text: unknown, length = 1000): string => {
  const clean = stripVTControlCharacters(String(text).slice(0, length * 2))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return clean.length <= length ? clean : `${clean.slice(0, length).toWellFormed()} …`;
};
