/**
 * Formats a path or a name for the model on one line. Quotes it as JSON if it contains line ends, escape sequences or
 * characters that change the text direction. The model can copy the quoted form into its JSON arguments.
 */
export const shownName = (name: string): string => (ODD.test(name) ? JSON.stringify(name).replaceAll(ALL_ODD, escaped) : name);

const ODD = /[\p{Cc}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2066}-\u{2069}\u{E0000}-\u{E007F}]/u;
const ALL_ODD = new RegExp(ODD.source, "gu");

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
