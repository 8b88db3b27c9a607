/** Conversion from the requested indentation to the indentation in the file. */
export interface Reindentation {
  /** Description of the indentation in the file and in the request. Undefined if they are equal. */
  readonly difference: string | undefined;
  /** Returns the converted indentation. Undefined if the rule does not determine it. */
  of(indent: string): string | undefined;
}

/** Returns the leading white space of a line. */
export const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

/** Describes an indentation in words. */
export const namedIndent = (indent: string): string => {
  if (indent === "") return "nothing";
  const tabs = indent.split("\t").length - 1;
  const counts = [
    [tabs, "tab"],
    [indent.length - tabs, "space"],
  ] as const;
  return counts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? "" : "s"}`])).join(" and ");
};

type Pair = readonly [asked: string, there: string];

/**
 * Returns the one rule that converts the requested indentation of every line to the one in the file: no change, a fixed
 * indent or outdent, or a conversion between tabs and a fixed number of spaces. Undefined if no rule fits.
 */
export const reindentation = (pairs: readonly Pair[]): Reindentation | undefined => {
  const [asked, there] = pairs.find(([one, other]) => one !== other) ?? [];
  if (asked === undefined || there === undefined) return { difference: undefined, of: (indent) => indent };
  const rule = [deeper, lessDeep, tabsForSpaces, spacesForTabs]
    .map((make) => make(asked, there))
    .find((one) => one !== undefined && pairs.every(([from, to]) => one(from) === to));
  return rule && { difference: `${namedIndent(there)}, not ${namedIndent(asked)}`, of: rule };
};

type Rule = (indent: string) => string | undefined;

const deeper = (asked: string, there: string): Rule | undefined => {
  if (!there.endsWith(asked)) return undefined;
  const more = there.slice(0, there.length - asked.length);
  return (indent) => more + indent;
};

const lessDeep = (asked: string, there: string): Rule | undefined => {
  if (!asked.endsWith(there)) return undefined;
  const less = asked.slice(0, asked.length - there.length);
  return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : undefined);
};

const tabsForSpaces = (asked: string, there: string): Rule | undefined => {
  const unit = asked.length / there.length;
  if (!/^ +$/.test(asked) || !/^\t+$/.test(there) || !Number.isInteger(unit)) return undefined;
  return (indent) => (/^ *$/.test(indent) && indent.length % unit === 0 ? "\t".repeat(indent.length / unit) : undefined);
};

const spacesForTabs = (asked: string, there: string): Rule | undefined => {
  const unit = there.length / asked.length;
  if (!/^\t+$/.test(asked) || !/^ +$/.test(there) || !Number.isInteger(unit)) return undefined;
  return (indent) => (/^\t*$/.test(indent) ? " ".repeat(indent.length * unit) : undefined);
};
