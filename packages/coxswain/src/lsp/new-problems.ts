import type { CodeProblem } from "../workspace/index.ts";

/** Problems of a file, and the content for which they were computed. */
export interface CheckedContent {
  readonly text: string;
  readonly problems: readonly CodeProblem[];
}

/** Line of the content after a change: unchanged, or in the changed part with this number. */
type Line = { readonly kind: "same"; readonly line: number } | { readonly kind: "changed"; readonly part: number };

/** Number of changed lines above which the whole part counts as changed. */
const MAX_EDITS = 2000;

/**
 * Returns the problems that a change of a file caused: those after it without the same problem before it. Problems are the same
 * if they have the same message, on a line that was only moved, or within the same changed part.
 */
export const newProblems = async (before: CheckedContent, after: CheckedContent): Promise<readonly CodeProblem[]> => {
  if (after.problems.length === 0) return [];
  const lines = await compareLines(before.text, after.text);
  const old = before.problems.map((problem) => ({
    key: keyOf(problem),
    at: lines.before(problem.start.line),
    text: lineAt(before.text, problem),
  }));
  const matches: readonly ((one: (typeof old)[number], problem: CodeProblem, at: Line) => boolean)[] = [
    (one, _, at) => isSameLine(one.at, at),
    // Code that was cut, and inserted elsewhere.
    (one, problem, at) => one.at.kind === "changed" && at.kind === "changed" && one.text === lineAt(after.text, problem),
  ];
  let left = after.problems;
  for (const isMatch of matches) {
    left = left.filter((problem) => {
      const at = lines.after(problem.start.line);
      const index = old.findIndex((one) => one.key === keyOf(problem) && isMatch(one, problem, at));
      if (index !== -1) old.splice(index, 1);
      return index === -1;
    });
  }
  return left;
};

const keyOf = ({ severity, code, message }: CodeProblem): string => JSON.stringify([severity, code, message]);

const lineAt = (text: string, { start }: CodeProblem): string => (text.split("\n")[start.line] ?? "").trim();

const isSameLine = (one: Line, other: Line): boolean =>
  one.kind === "same" ? other.kind === "same" && one.line === other.line : other.kind === "changed" && one.part === other.part;

/** `before`, `after`: the lines of each content, as lines after the change. */
const compareLines = async (
  before: string,
  after: string,
): Promise<{ readonly before: (line: number) => Line; readonly after: (line: number) => Line }> => {
  const { diffArrays } = await import("diff");
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  const parts = diffArrays(old, fresh, { maxEditLength: MAX_EDITS }) ?? [
    { added: false, removed: true, count: old.length },
    { added: true, removed: false, count: fresh.length },
  ];
  const oldLines: Line[] = [];
  const freshLines: Line[] = [];
  let part = 0;
  for (const { added, removed, count } of parts) {
    if (!added && !removed) part += 1;
    for (let at = 0; at < count; at++) {
      const line: Line = added || removed ? { kind: "changed", part } : { kind: "same", line: freshLines.length };
      if (!added) oldLines.push(line);
      if (!removed) freshLines.push(line);
    }
  }
  const last: Line = { kind: "changed", part };
  return { before: (line) => oldLines[line] ?? last, after: (line) => freshLines[line] ?? last };
};
