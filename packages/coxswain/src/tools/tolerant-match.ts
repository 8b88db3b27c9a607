import { indentOf, type Reindentation, reindentation } from "./indentation.ts";

/** A place where a text is but for the white space around its lines. */
export interface TolerantMatch {
  /** Where it begins. */
  readonly at: number;
  /** The text as it is there. */
  readonly before: string;
  /** What is to come in its place: lines that stay are as they are there, new ones are indented as those around them. */
  readonly after: string;
  /** What differs, in words. */
  readonly difference: string;
}

/**
 * The one place where whole lines are the wanted ones but for the white space at their ends, and for an indentation that differs by one rule.
 * All texts have `\n` line ends. Undefined when there is none, or more than one.
 */
export const tolerantMatch = async (text: string, wanted: string, replacement: string): Promise<TolerantMatch | undefined> => {
  const asked = linesOf(wanted);
  const lines = text.split("\n");
  const first = onlyPlace(lines, asked);
  if (first === undefined) return undefined;
  const there = lines.slice(first, first + asked.length);
  const indents = asked.flatMap((line, index) => (isBlank(line) ? [] : [[indentOf(line), indentOf(there[index] ?? "")] as const]));
  const reindent = reindentation(indents);
  if (reindent === undefined) return undefined;
  const given = await replaced({ asked, there, given: wanted.endsWith("\n") ? linesOf(replacement) : replacement.split("\n"), reindent });
  if (given === undefined) return undefined;
  const isLast = first + asked.length === lines.length;
  const end = wanted.endsWith("\n") && !isLast ? "\n" : "";
  return {
    at: lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0),
    before: there.join("\n") + end,
    after: given.join("\n") + (replacement.endsWith("\n") ? end : ""),
    difference: reindent.difference === undefined ? "white space at the ends of lines" : `indentation: ${reindent.difference}`,
  };
};

const linesOf = (text: string): readonly string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

const isBlank = (line: string): boolean => line.trim() === "";

const onlyPlace = (lines: readonly string[], asked: readonly string[]): number | undefined => {
  const bare = asked.map((line) => line.trim());
  const key = bare.findIndex((line) => line !== "");
  if (key < 0) return undefined;
  const places: number[] = [];
  for (let at = 0; at + bare.length <= lines.length && places.length < 2; at++) {
    if (lines[at + key]?.trim() === bare[key] && bare.every((line, index) => lines[at + index]?.trim() === line)) places.push(at);
  }
  return places.length === 1 ? places[0] : undefined;
};

interface Replaced {
  readonly asked: readonly string[];
  readonly there: readonly string[];
  readonly given: readonly string[];
  readonly reindent: Reindentation;
}

/** A line that the replacement keeps stays as it is there: nothing changes that was not meant. */
const replaced = async ({ asked, there, given, reindent }: Replaced): Promise<readonly string[] | undefined> => {
  const { diffArrays } = await import("diff");
  const lines: string[] = [];
  let at = 0;
  for (const { value, added, removed } of diffArrays([...asked], [...given])) {
    if (!added) at += value.length;
    if (removed) continue;
    for (const line of added ? value : []) {
      const indent = isBlank(line) ? "" : reindent.of(indentOf(line));
      if (indent === undefined) return undefined;
      lines.push(isBlank(line) ? line : indent + line.trimStart());
    }
    if (!added) lines.push(...there.slice(at - value.length, at));
  }
  return lines;
};
