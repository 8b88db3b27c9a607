/** A phrase in quotes, whose closing one may be missing, or a word up to the next space; a star after it. */
const TERM = /"([^"]*)(?:"(\*?)|$)|([^\s"]+)/g;

/**
 * What a person typed as an expression of FTS5: words, "phrases", and beginnings*, all of which have to be there. Each is
 * quoted, so that nothing in it is an operator. Undefined: there is no word in it.
 */
export const matchExpression = (typed: string): string | undefined => {
  const terms = [...typed.replaceAll("\0", " ").matchAll(TERM)].flatMap(([, phrase, star = "", word = ""]) => {
    const text = phrase ?? word.replace(/\*+$/, "");
    const isBeginning = star !== "" || (phrase === undefined && word.endsWith("*"));
    return isWord(text) ? [`"${text}"${isBeginning ? "*" : ""}`] : [];
  });
  return terms.length === 0 ? undefined : terms.join(" ");
};

/** Whether there is anything in it that the index holds: letters, digits, characters of private use. */
const isWord = (text: string): boolean => /[\p{L}\p{N}\p{Co}]/u.test(text);
