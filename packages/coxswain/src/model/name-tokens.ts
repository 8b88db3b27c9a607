/** A model's name taken apart: `claude-opus-4-5-20251101` is the words `claude opus`, the version 4 5, and a date. */
export interface NameTokens {
  readonly words: readonly string[];
  /** Numbers up to the date. */
  readonly version: readonly number[];
  /** What stands from a number of four or more digits on; empty for a name without a date. */
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

/** Below 0 when the first comes before the other: by their first numbers that differ, and the longer one after its beginning. */
export const compareNumbers = (one: readonly number[], other: readonly number[]): number => {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? -1) - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};
