import type { CodeProblem } from "../workspace/index.ts";

/** Problems of a file, and the content for which they were computed. */
export interface CheckedContent {
  readonly text: string;
  readonly problems: readonly CodeProblem[];
}

/** Line of the content after a change. */
interface Line {
  readonly kind: "same" | "changed";
  /** Number of the line after the change, or of the changed part. */
  readonly number: number;
}

/** Number of changed lines above which the whole part counts as changed. */
const MAX_EDITS = 2000;

/** A problem on a line after the change. */
interface PlacedProblem {
  readonly problem: CodeProblem;
  readonly at: Line;
  /** Content of its line, without space around it. */
  readonly content: string;
}

/**
 * Returns the problems that a change of a file caused: those after it without the same problem before it. Problems are the same
 * if they have the same message, on a line that was only moved, or within the same changed part.
 */
export const newProblems = async (before: CheckedContent, after: CheckedContent): Promise<readonly CodeProblem[]> => {
  if (before.problems.length === 0 || after.problems.length === 0) return after.problems;
  const [oldLines, freshLines] = [before.text.split("\n"), after.text.split("\n")];
  const lines = await compareLines(oldLines, freshLines);
  const place = (problem: CodeProblem, at: Line, all: readonly string[]): PlacedProblem => ({
    problem,
    at,
    content: (all[problem.start.line] ?? "").trim(),
  });
  let old = before.problems.map((problem) => place(problem, lines.before(problem.start.line), oldLines));
  let fresh = after.problems.map((problem) => place(problem, lines.after(problem.start.line), freshLines));
  for (const key of [keyOfLine, keyOfContent]) ({ old, fresh } = withoutEqual(old, fresh, key));
  return fresh.map(({ problem }) => problem);
};

const keyOfLine = ({ problem, at }: PlacedProblem): string => JSON.stringify([...nameOf(problem), at.kind, at.number]);

/** Code that was cut and inserted elsewhere is changed in both places. Undefined: its line was not changed. */
const keyOfContent = ({ problem, at, content }: PlacedProblem): string | undefined =>
  at.kind === "changed" ? JSON.stringify([...nameOf(problem), content]) : undefined;

const nameOf = ({ severity, code, message }: CodeProblem): readonly (string | undefined)[] => [severity, code, message];

interface Compared {
  readonly old: PlacedProblem[];
  readonly fresh: PlacedProblem[];
}

/** Removes pairs of an old and a fresh problem with equal keys. */
const withoutEqual = (old: Compared["old"], fresh: Compared["fresh"], key: (one: PlacedProblem) => string | undefined): Compared => {
  const byKey = Map.groupBy(old, key);
  const left = fresh.filter((one) => {
    const name = key(one);
    return name === undefined || byKey.get(name)?.pop() === undefined;
  });
  return { old: [...byKey.values()].flat(), fresh: left };
};

/** `before`, `after`: the lines of each content, as lines after the change. */
const compareLines = async (
  old: string[],
  fresh: string[],
): Promise<{ readonly before: (line: number) => Line; readonly after: (line: number) => Line }> => {
  const { diffArrays } = await import("diff");
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
      const line: Line = added || removed ? { kind: "changed", number: part } : { kind: "same", number: freshLines.length };
      if (!added) oldLines.push(line);
      if (!removed) freshLines.push(line);
    }
  }
  const last: Line = { kind: "changed", number: part };
  return { before: (line) => oldLines[line] ?? last, after: (line) => freshLines[line] ?? last };
};
