import { indentOf, type Reindentation, reindentation } from "./indentation.ts";
import { occurrences } from "./occurrences.ts";

/** Match that ignores white space around lines. */
export interface TolerantMatch {
  /** Offset of the match. */
  readonly at: number;
  /** Matching text in the file. */
  readonly before: string;
  /** Replacement. Unchanged lines are copied from the file; new lines get the surrounding indentation. */
  readonly after: string;
  /** Number of lines. */
  readonly lines: number;
  /** Description of the difference. */
  readonly difference: string;
}

/** Maximum number of lines that a replacement may add and remove. Beyond it the match fails. */
const MAX_CHANGED_LINES = 1000;

/**
 * Returns the one place that matches whole lines except for trailing white space and an indentation that differs by one
 * rule. All arguments must have `\n` line ends. Undefined if no place or several places match.
 */
export const tolerantMatch = async (text: string, requested: string, replacement: string): Promise<TolerantMatch | undefined> => {
  const requestedLines = linesOf(requested);
  const lines = text.split("\n");
  const first = onlyPlace(lines, requestedLines);
  if (first === undefined) return undefined;
  const actualLines = lines.slice(first, first + requestedLines.length);
  const indents = requestedLines.flatMap((line, index) =>
    isBlank(line) ? [] : [[indentOf(line), indentOf(actualLines[index] ?? "")] as const],
  );
  const reindent = reindentation(indents);
  if (reindent === undefined) return undefined;
  const replacementLines = await replaced({
    requestedLines,
    actualLines,
    replacementLines: requested.endsWith("\n") ? linesOf(replacement) : replacement.split("\n"),
    reindent,
  });
  if (replacementLines === undefined) return undefined;
  const isLast = first + requestedLines.length === lines.length;
  const end = requested.endsWith("\n") && !isLast ? "\n" : "";
  return {
    at: lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0),
    before: actualLines.join("\n") + end,
    after: replacementLines.join("\n") + (replacement.endsWith("\n") ? end : ""),
    lines: actualLines.length,
    difference: [
      ...(reindent.difference === undefined ? [] : [`indentation: ${reindent.difference}`]),
      ...(requestedLines.some((line, index) => line.trimStart() !== actualLines[index]?.trimStart())
        ? ["white space at the ends of lines"]
        : []),
    ].join("; "),
  };
};

const linesOf = (text: string): readonly string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

const isBlank = (line: string): boolean => line.trim() === "";

const onlyPlace = (lines: readonly string[], requestedLines: readonly string[]): number | undefined => {
  const bare = requestedLines.map((line) => line.trim());
  if (bare.every((line) => line === "")) return undefined;
  const [place, another] = occurrences(
    lines.map((line) => line.trim()),
    bare,
    { most: 2 },
  );
  return another === undefined ? place : undefined;
};

interface Replaced {
  readonly requestedLines: readonly string[];
  readonly actualLines: readonly string[];
  readonly replacementLines: readonly string[];
  readonly reindent: Reindentation;
}

/** Copies unchanged lines from the file, so that the edit changes only the requested lines. */
const replaced = async ({ requestedLines, actualLines, replacementLines, reindent }: Replaced): Promise<readonly string[] | undefined> => {
  const { diffArrays } = await import("diff");
  const lines: string[] = [];
  let at = 0;
  const parts = diffArrays([...requestedLines], [...replacementLines], { maxEditLength: MAX_CHANGED_LINES });
  if (parts === undefined) return undefined;
  for (const { value, added, removed } of parts) {
    if (!added) at += value.length;
    if (removed) continue;
    for (const line of added ? value : []) {
      const indent = isBlank(line) ? "" : reindent.of(indentOf(line));
      if (indent === undefined) return undefined;
      lines.push(isBlank(line) ? line : indent + line.trimStart());
    }
    if (!added) lines.push(...actualLines.slice(at - value.length, at));
  }
  return lines;
};
