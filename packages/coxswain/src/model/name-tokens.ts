/** Parsed model name: `claude-opus-4-5-20251101` has the words `claude opus`, the version 4 5, and a date. */
export interface NameTokens {
  readonly words: readonly string[];
  /** Numbers before the date. */
  readonly version: readonly number[];
  /** Numbers from the first one with four or more digits on; empty for a name without a date. */
  readonly date: readonly number[];
}

export const nameTokens = (name: string): NameTokens => {
  const tokens: readonly string[] = name.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const dated = numbers.findIndex((token) => token.length >= 4);
  const split = dated < 0 ? numbers.length : dated;
  return {
    words: tokens.filter((token) => !/^\d/.test(token)),
    version: numbers.slice(0, split).map(Number),
    date: numbers.slice(split).map(Number),
  };
};

/**
 * Compares by the first different number; a prefix comes before the longer list. Returns less than 0 if `one` comes
 * first.
 */
export const compareNumbers = (one: readonly number[], other: readonly number[]): number => {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? -1) - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};
