/** A quoted phrase, whose closing quote may be missing, or a word; an optional star after it. */
const TERM = /"([^"]*)(?:"(\*?)|$)|([^\s"]+)/g;

/**
 * Converts a user's query to an FTS5 expression: words, "phrases" and prefixes*, all of which must match. Each term is
 * quoted, so that nothing in it is an operator. Undefined if the query contains no word.
 */
export const matchExpression = (typed: string): string | undefined => {
  const terms = [...typed.replaceAll("\0", " ").matchAll(TERM)].flatMap(([, phrase, star = "", word = ""]) => {
    const text = phrase ?? word.replace(/\*+$/, "");
    const isBeginning = star !== "" || (phrase === undefined && word.endsWith("*"));
    return isWord(text) ? [`"${text}"${isBeginning ? "*" : ""}`] : [];
  });
  return terms.length === 0 ? undefined : terms.join(" ");
};

/** Returns true if the term contains a character that the index stores: letters, digits, private use. */
const isWord = (text: string): boolean => /[\p{L}\p{N}\p{Co}]/u.test(text);
