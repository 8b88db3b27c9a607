/** A tool that a search may find. */
export interface SearchableTool {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Names of its arguments. */
  readonly arguments: readonly string[];
}

/**
 * Returns the tools that match a query, the best first. Exact names of tools, as `server/tool` or `tool` and separated
 * by blanks or commas, match only these. Otherwise a tool matches if it contains a word of the query, or one that
 * begins with it. Rare words count more than frequent ones, and names count more than descriptions.
 */
export const searchTools = <Found extends SearchableTool>(query: string, tools: readonly Found[]): readonly Found[] => {
  const exact = namedIn(query, tools);
  if (exact !== undefined) return exact;
  const terms = [...new Set(wordsOf(query))];
  const indexed = tools.map((tool) => ({ tool, fields: fieldsOf(tool) }));
  const scores = new Map<Found, number>();
  for (const term of terms) {
    const found = indexed.flatMap(({ tool, fields }) => {
      const weight = weightOf(term, fields);
      return weight === 0 ? [] : [{ tool, weight }];
    });
    const rarity = Math.log(1 + tools.length / found.length);
    for (const { tool, weight } of found) scores.set(tool, (scores.get(tool) ?? 0) + weight * rarity);
  }
  return [...scores].toSorted(([one, score], [other, second]) => second - score || compareIds(one, other)).map(([tool]) => tool);
};

/** Returns the id of a tool for models: `server/tool`. */
export const toolId = ({ server, name }: Pick<SearchableTool, "server" | "name">): string => `${server}/${name}`;

const compareIds = (one: SearchableTool, other: SearchableTool): number => (toolId(one) < toolId(other) ? -1 : 1);

/** Returns the tools that the query names, if it consists of names alone. */
const namedIn = <Found extends SearchableTool>(query: string, tools: readonly Found[]): readonly Found[] | undefined => {
  const names = query.split(/[\s,]+/).filter((name) => name !== "");
  const named = names.map((name) => tools.filter((tool) => tool.name === name || toolId(tool) === name));
  return names.length > 0 && named.every((found) => found.length > 0) ? [...new Set(named.flat())] : undefined;
};

/** The words of a tool, with the weight of the field that contains them. */
type Fields = readonly { readonly words: ReadonlySet<string>; readonly weight: number }[];

const fieldsOf = ({ server, name, title = "", description, arguments: names }: SearchableTool): Fields => [
  { words: new Set(wordsOf(name)), weight: 4 },
  { words: new Set(wordsOf(title)), weight: 3 },
  { words: new Set(wordsOf(server)), weight: 2 },
  { words: new Set(wordsOf(description)), weight: 1 },
  { words: new Set(names.flatMap(wordsOf)), weight: 1 },
];

const weightOf = (term: string, fields: Fields): number =>
  fields.reduce((sum, { words, weight }) => sum + weight * matchOf(term, words), 0);

/** A word and its other forms (`issue`, `issues`) share their beginning. */
const matchOf = (term: string, words: ReadonlySet<string>): number => {
  if (words.has(term)) return 1;
  const isRelated = (word: string): boolean =>
    Math.min(word.length, term.length) >= MIN_STEM && (word.startsWith(term) || term.startsWith(word));
  return [...words].some(isRelated) ? 0.5 : 0;
};

const MIN_STEM = 3;

/** Splits text at everything but letters and digits, and names such as `createIssue` at their capitals. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
