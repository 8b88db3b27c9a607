import { indentOf, type Reindentation, reindentation } from "./indentation.ts";
import { occurrences } from "./occurrences.ts";

/** A place where a text is but for the white space around its lines. */
export interface TolerantMatch {
  /** Where it begins. */
  readonly at: number;
  /** The text as it is there. */
  readonly before: string;
  /** What is to come in its place: lines that stay are as they are there, new ones are indented as those around them. */
  readonly after: string;
  /** How many lines it has. */
  readonly lines: number;
  /** What differs, in words. */
  readonly difference: string;
}

/** Lines that a replacement may add and take out; with more nobody looks which of them stay. */
const MAX_CHANGED_LINES = 1000;

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
    lines: there.length,
    difference: [
      ...(reindent.difference === undefined ? [] : [`indentation: ${reindent.difference}`]),
      ...(asked.some((line, index) => line.trimStart() !== there[index]?.trimStart()) ? ["white space at the ends of lines"] : []),
    ].join("; "),
  };
};

const linesOf = (text: string): readonly string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

const isBlank = (line: string): boolean => line.trim() === "";

const onlyPlace = (lines: readonly string[], asked: readonly string[]): number | undefined => {
  const bare = asked.map((line) => line.trim());
  if (bare.every((line) => line === "")) return undefined;
  const [place, another] = occurrences(
    lines.map((line) => line.trim()),
    bare,
    { most: 2 },
  );
  return another === undefined ? place : undefined;
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
  const parts = diffArrays([...asked], [...given], { maxEditLength: MAX_CHANGED_LINES });
  if (parts === undefined) return undefined;
  for (const { value, added, removed } of parts) {
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
