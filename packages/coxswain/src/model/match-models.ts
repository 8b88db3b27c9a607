import type { ModelInfo } from "./model.ts";

/**
 * Returns the models that an informal name may refer to, for example `sonnet`, `opus 4.5` or `gpt5-mini`. It uses the
 * first matching provider, and the newest model of each family, best first. With more than one, the caller should ask
 * the user.
 *
 * The name must contain all words of the string, at least as prefixes, and its numbers in order. The maker of a model
 * comes before a reseller, a name with exactly that version before a longer version, and a name without other words
 * before one with some.
 */
export const matchModels = (text: string, models: readonly ModelInfo[]): readonly ModelInfo[] => {
  const query = nameTokens(text);
  if (query.words.length === 0) return [];
  const matches = models.map((info) => matchOf(query, info)).filter((match) => match !== undefined);
  const [best] = matches.toSorted((one, other) => compareNumbers(one.distance, other.distance));
  const nearest = matches.filter(
    ({ info, distance }) => info.provider === best?.info.provider && compareNumbers(distance, best.distance) === 0,
  );
  return [...Map.groupBy(nearest, ({ family }) => family).values()].map((family) => newest(family).info);
};

interface Match {
  readonly info: ModelInfo;
  readonly name: NameTokens;
  /** The name without its numbers. */
  readonly family: string;
  /** Distance between the name and the string: smaller is nearer; the first different number decides. */
  readonly distance: readonly number[];
}

const matchOf = (query: NameTokens, info: ModelInfo): Match | undefined => {
  const end = info.id.lastIndexOf("/") + 1;
  const name = nameTokens(info.id.slice(end));
  const [queryNumbers, numbers] = [numbersOf(query), numbersOf(name)];
  if (!queryNumbers.every((number, at) => number === numbers[at])) return undefined;

  // The string may contain the provider, which does not count as a word of the name.
  const providerWords = nameTokens(`${info.provider} ${info.id.slice(0, end)}`).words;
  const remaining = [...name.words];
  let prefixMatches = 0;
  for (const word of query.words) {
    const at = indexOfWord(word, remaining);
    if (at < 0 && !providerWords.includes(word)) return undefined;
    if (at >= 0 && remaining.splice(at, 1)[0] !== word) prefixMatches += 1;
  }
  const hasLongerVersion = queryNumbers.length > 0 && ![name.version.length, numbers.length].includes(queryNumbers.length);
  return {
    info,
    name,
    family: name.words.join(" "),
    distance: [end > 0 ? 1 : 0, hasLongerVersion ? 1 : 0, remaining.length, prefixMatches],
  };
};

const numbersOf = ({ version, date }: NameTokens): readonly number[] => [...version, ...date];

const indexOfWord = (word: string, words: readonly string[]): number => {
  const whole = words.indexOf(word);
  return whole >= 0 ? whole : words.findIndex((one) => one.startsWith(word));
};

/**
 * Returns the highest version. For equal versions, prefers the name without a date, which the provider chose, then the
 * latest date.
 */
const newest = (family: readonly Match[]): Match => family.reduce((one, other) => (isNewer(other.name, one.name) ? other : one));

const isNewer = (one: NameTokens, other: NameTokens): boolean => {
  const version = compareNumbers(one.version, other.version);
  if (version !== 0) return version > 0;
  if (one.date.length === 0 || other.date.length === 0) return one.date.length < other.date.length;
  return compareNumbers(one.date, other.date) > 0;
};

/** Parsed model name: `claude-opus-4-5-20251101` has the words `claude opus`, the version 4 5, and a date. */
interface NameTokens {
  readonly words: readonly string[];
  /** Numbers before the date. */
  readonly version: readonly number[];
  /** Numbers from the first one with four or more digits on; empty for a name without a date. */
  readonly date: readonly number[];
}

const nameTokens = (name: string): NameTokens => {
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
const compareNumbers = (one: readonly number[], other: readonly number[]): number => {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? -1) - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};
