import type { ClaudeCall } from "./claude-call.ts";

const FILE = /^\*\*\* (Add|Delete|Update) File: *(\S.*)$/;
const MOVE = /^\*\*\* Move to: *(\S.*)$/;

/**
 * The files that a patch is about, each as the call that would do the same. A line that could name one is taken to name it, also where
 * the tool takes it for a line of a file: a hook may be told of a file too many, and never of one too few.
 */
export const patchedFiles = (patch: string): readonly ClaudeCall[] => {
  const lines = patch.split(/\r?\n/);
  const starts = lines.flatMap((line, at) => (FILE.test(line.trim()) ? [at] : []));
  return starts.flatMap((start, index) => callsOf(lines.slice(start, starts[index + 1])));
};

const callsOf = ([head = "", ...lines]: readonly string[]): readonly ClaudeCall[] => {
  const [, kind, path] = FILE.exec(head.trim()) ?? [];
  const to = lines.flatMap((line) => MOVE.exec(line.trim())?.[1] ?? []);
  const before = linesOf(lines, " ", "-");
  const after = linesOf(lines, " ", "+");
  if (kind !== "Update") return [write(path, kind === "Add" ? after : "")];
  return [{ name: "Edit", input: { file_path: path, old_string: before, new_string: after } }, ...to.map((one) => write(one, after))];
};

const write = (path: string | undefined, content: string): ClaudeCall => ({ name: "Write", input: { file_path: path, content } });

const linesOf = (lines: readonly string[], ...marks: readonly string[]): string =>
  lines.flatMap((line) => (marks.includes(line.charAt(0)) ? [line.slice(1)] : [])).join("\n");
