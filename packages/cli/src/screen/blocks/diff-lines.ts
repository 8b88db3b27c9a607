/** A line of a unified diff. Numbers count from 1; `before` is absent for an added line, `after` for a removed one. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

/** A changed file with the changed parts of it. */
export interface FileChange {
  readonly path: string;
  readonly hunks: readonly (readonly DiffLine[])[];
  readonly added: number;
  readonly removed: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Parses a unified diff of one file or several. The lengths of a hunk end it, whatever its lines look like. */
export const fileChanges = (diff: string): readonly FileChange[] => {
  const files: { path: string; hunks: DiffLine[][]; added: number; removed: number }[] = [];
  const lines = diff.split("\n");
  let at = 0;
  let before = "";
  while (at < lines.length) {
    const line = lines[at++] ?? "";
    const file = files.at(-1);
    const hunk = HUNK.exec(line);
    if (line.startsWith("--- ")) before = line.slice(4);
    else if (line.startsWith("+++ ")) files.push({ path: changedPath(before, line.slice(4)), hunks: [], added: 0, removed: 0 });
    else if (hunk !== null && file !== undefined) {
      const [, oldStart, oldLength = "1", newStart, newLength = "1"] = hunk;
      const read = hunkLines(
        lines,
        at,
        { before: Number(oldStart), after: Number(newStart) },
        { before: Number(oldLength), after: Number(newLength) },
      );
      at = read.end;
      file.hunks.push(read.lines);
      file.added += read.lines.filter(({ kind }) => kind === "added").length;
      file.removed += read.lines.filter(({ kind }) => kind === "removed").length;
    }
  }
  return files;
};

interface Sides {
  readonly before: number;
  readonly after: number;
}

const hunkLines = (
  lines: readonly string[],
  begin: number,
  start: Sides,
  length: Sides,
): { readonly lines: DiffLine[]; readonly end: number } => {
  const found: DiffLine[] = [];
  let { before, after } = start;
  let at = begin;
  while (at < lines.length && (before < start.before + length.before || after < start.after + length.after)) {
    const line = lines[at++] ?? "";
    const text = line.slice(1);
    if (line.startsWith("+")) found.push({ kind: "added", text, after: after++ });
    else if (line.startsWith("-")) found.push({ kind: "removed", text, before: before++ });
    // `\ No newline at end of file` belongs to the line before it.
    else if (!line.startsWith("\\")) found.push({ kind: "same", text, before: before++, after: after++ });
  }
  return { lines: found, end: at };
};

/** A deleted file has the path `/dev/null` after the change. */
const changedPath = (before: string, after: string): string => (after.startsWith("/dev/null") ? before : after).replace(/\t.*$/, "");
