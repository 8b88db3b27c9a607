/** Numbers at the start of tests' names: `S1-25, T3: …`. */
export const numbersIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:test|suite)\(\s*["'`]([^"'`]*?):/g)].flatMap(
    ([, head = ""]) => head.match(/\b(?:S[0-4]-\d{2}|[ALPTV]\d{1,2})\b/g) ?? [],
  );
