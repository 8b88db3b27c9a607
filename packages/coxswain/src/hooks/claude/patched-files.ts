import type { ClaudeCall } from "./claude-call.ts";

const FILE = /^\*\*\* (Add|Delete|Update) File: *(\S.*)$/;
const MOVE = /^\*\*\* Move to: *(\S.*)$/;

/**
 * Returns the files of a patch, each as the equivalent call. A line that could name a file counts as naming it, even if
 * the tool reads it as content: reporting an extra file to a hook is safe, omitting one is not.
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
