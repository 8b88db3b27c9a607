/** A quoted text, what a backslash escapes, or any one character. */
const PIECE = /"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^']*)'|\\(["'\\\s])|([\s\S])/gu;

/**
 * What a person gives a template, as a shell would split it: words by white space, quotes keep white space in a word, and a
 * backslash takes away what a quote, a backslash or white space means. A quote that is never closed is only itself.
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
