import type { ModelInfo } from "./model.ts";
import { compareNumbers, type NameTokens, nameTokens } from "./name-tokens.ts";

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
  const wanted = nameTokens(text);
  if (wanted.words.length === 0) return [];
  const matches = models.map((info) => matchOf(wanted, info)).filter((match) => match !== undefined);
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

const matchOf = (wanted: NameTokens, info: ModelInfo): Match | undefined => {
  const end = info.id.lastIndexOf("/") + 1;
  const name = nameTokens(info.id.slice(end));
  const [wantedNumbers, numbers] = [numbersOf(wanted), numbersOf(name)];
  if (!wantedNumbers.every((number, at) => number === numbers[at])) return undefined;

  // The string may contain the provider, which does not count as a word of the name.
  const whose = nameTokens(`${info.provider} ${info.id.slice(0, end)}`).words;
  const left = [...name.words];
  let begun = 0;
  for (const word of wanted.words) {
    const at = placeOf(word, left);
    if (at < 0 && !whose.includes(word)) return undefined;
    if (at >= 0 && left.splice(at, 1)[0] !== word) begun += 1;
  }
  const goesOn = wantedNumbers.length > 0 && ![name.version.length, numbers.length].includes(wantedNumbers.length);
  return { info, name, family: name.words.join(" "), distance: [end > 0 ? 1 : 0, goesOn ? 1 : 0, left.length, begun] };
};

const numbersOf = ({ version, date }: NameTokens): readonly number[] => [...version, ...date];

const placeOf = (word: string, words: readonly string[]): number => {
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
