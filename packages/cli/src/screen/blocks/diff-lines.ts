/** A line of a unified diff. Numbers count from 1; `before` is absent for an added line, `after` for a removed one. */
export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
  /** True for the last line of a file that does not end with a line end. */
  readonly isUnended?: boolean;
}

/** A changed file with the changed parts of it. */
export interface FileChange {
  readonly path: string;
  /** Facts that the changed lines do not show, such as `renamed from a.ts` or `binary`. */
  readonly notes: readonly string[];
  readonly hunks: readonly (readonly DiffLine[])[];
}

interface OpenFile {
  path: string;
  readonly notes: string[];
  readonly hunks: (readonly DiffLine[])[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Parses a unified diff of one file or several, of git too. The lengths of a hunk end it, whatever its lines look like. */
export const fileChanges = (diff: string): readonly FileChange[] => {
  const files: OpenFile[] = [];
  const lines = diff.split("\n");
  /** The file whose `diff --git` was read, and whose names were not. */
  let open: OpenFile | undefined;
  let before = "";
  let at = 0;
  while (at < lines.length) {
    const line = (lines[at++] ?? "").replace(/\r$/, "");
    const hunk = HUNK.exec(line);
    if (line.startsWith("diff --git ")) {
      open = { path: gitPath(line), notes: [], hunks: [] };
      files.push(open);
    } else if (line.startsWith("--- ")) before = line.slice(4);
    else if (line.startsWith("+++ ")) {
      const file = open ?? { path: "", notes: [], hunks: [] };
      if (open === undefined) files.push(file);
      file.path = changedPath(before, line.slice(4), open !== undefined);
      open = undefined;
    } else if (hunk !== null) {
      const [, oldStart, oldLength = "1", newStart, newLength = "1"] = hunk;
      const starts = { before: Number(oldStart), after: Number(newStart) };
      const read = hunkLines(lines, at, starts, { before: Number(oldLength), after: Number(newLength) });
      at = read.end;
      files.at(-1)?.hunks.push(withoutCarriageReturns(read.lines));
    } else {
      const note = noteOf(line);
      if (note !== undefined) files.at(-1)?.notes.push(note);
    }
  }
  return files;
};

/** Returns the numbers of added and removed lines, as `+3 -1`. */
export const changedLines = (diff: string): string => {
  const lines = fileChanges(diff).flatMap(({ hunks }) => hunks.flat());
  const count = (kind: DiffLine["kind"]): number => lines.filter((line) => line.kind === kind).length;
  return `+${count("added")} -${count("removed")}`;
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
): { readonly lines: readonly DiffLine[]; readonly end: number } => {
  const found: DiffLine[] = [];
  let { before, after } = start;
  let at = begin;
  const isOpen = (): boolean => before < start.before + length.before || after < start.after + length.after;
  // `\ No newline at end of file` belongs to the line before it, also to the last one.
  while (at < lines.length && (isOpen() || lines[at]?.startsWith("\\") === true)) {
    const line = lines[at++] ?? "";
    const text = line.slice(1);
    const last = found.at(-1);
    if (line.startsWith("\\")) {
      if (last !== undefined) found[found.length - 1] = { ...last, isUnended: true };
    } else if (line.startsWith("+")) found.push({ kind: "added", text, after: after++ });
    else if (line.startsWith("-")) found.push({ kind: "removed", text, before: before++ });
    else found.push({ kind: "same", text, before: before++, after: after++ });
  }
  return { lines: found, end: at };
};

/** Lines that all end with a carriage return are those of a file of Windows. Among others, it is the change. */
const withoutCarriageReturns = (lines: readonly DiffLine[]): readonly DiffLine[] =>
  lines.every(({ text, isUnended }) => text.endsWith("\r") || isUnended === true)
    ? lines.map((line) => ({ ...line, text: line.text.replace(/\r$/, "") }))
    : lines;

/** A deleted file has the path `/dev/null` after the change. Git writes `a/` and `b/` before the paths. */
const changedPath = (before: string, after: string, isGit: boolean): string => {
  const path = (after.startsWith("/dev/null") ? before : after).replace(/\t.*$/, "");
  return isGit ? path.replace(/^"?[ab]\//, "").replace(/"$/, "") : path;
};

/** The names are the same unless the file is renamed, which other lines say. */
const gitPath = (line: string): string => {
  const names = line.slice("diff --git ".length);
  return names
    .slice(0, Math.floor(names.length / 2))
    .replace(/^"?a\//, "")
    .replace(/"$/, "");
};

const NOTES: readonly (readonly [RegExp, (rest: string) => string])[] = [
  [/^rename from (.*)$/, (path) => `renamed from ${path}`],
  [/^rename to (.*)$/, (path) => `to ${path}`],
  [/^copy from (.*)$/, (path) => `copied from ${path}`],
  [/^copy to (.*)$/, (path) => `to ${path}`],
  [/^new file mode (.*)$/, () => "created"],
  [/^deleted file mode (.*)$/, () => "deleted"],
  [/^old mode (.*)$/, (mode) => `mode ${mode}`],
  [/^new mode (.*)$/, (mode) => `now ${mode}`],
  [/^(?:Binary files .*|GIT binary patch)$/, () => "binary"],
];

const noteOf = (line: string): string | undefined => {
  for (const [pattern, note] of NOTES) {
    const match = pattern.exec(line);
    if (match !== null) return note(match[1] ?? "");
  }
  return undefined;
};
