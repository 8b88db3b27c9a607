/** A quoted string, a backslash escape, or any single character. */
const PIECE = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^']*)'|\\(["'\\\s])|([\s\S])/gu;

/**
 * Splits the arguments of a template as a shell does: words at white space, quotes preserve white space, and a
 * backslash escapes a quote, a backslash or white space. An unclosed quote is a literal character.
 */
export const splitArguments = (text: string): readonly string[] => {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece, double, single, escaped, character = ""] of text.matchAll(PIECE)) {
    const part = double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? escaped ?? character;
    if (piece === character && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + part;
  }
  return word === undefined ? words : [...words, word];
};
