import { defineTool, textResult } from "../loop/index.ts";
import type { FoundLine, TextQuery, Workspace } from "../workspace/index.ts";
import { allowedPath, fileRequest, shownPath } from "./file-access.ts";
import { enumField, booleanField, optional, stringField, toolInput, integerField } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { omittedNote, searchResults } from "./search-results.ts";
import { cutLine } from "./shown-lines.ts";

const limits = LIMITS.grep;

const DESCRIPTION = `Searches the content of files with ripgrep's regular expressions. Shows the matching lines with their numbers (mode content), the files \
(files) or the number of matching lines of each file (count): at most ${limits.lines} lines and ${limits.bytes} bytes, and ${limits.lineLength} characters of a line, in at most ${limits.timeout} ms. \
context adds up to ${limits.context} lines on each side. Ignored files (.gitignore) are omitted; hidden files are included.`;

const schema = toolInput({
  pattern: stringField("The regular expression. Literal braces and other special characters need a backslash."),
  path: optional(stringField("The file or folder to search. Default: the session's folder.")),
  glob: optional(stringField('Only files that match this glob pattern, for example "*.ts" or "src/**/*.{js,ts}".')),
  mode: optional(enumField("Output format. Default: content.", ["content", "files", "count"])),
  literal: optional(booleanField("Match the pattern as literal text. Default: false.")),
  ignoreCase: optional(booleanField("Default: false.")),
  context: optional(integerField("Lines around each match. Default: 0.", { min: 0, max: limits.context })),
});

type Mode = "content" | "files" | "count";
type Line = Exclude<FoundLine, { readonly kind: "unreadable" }>;

/** Maximum number of matching lines to count. */
const MAX_COUNTED = 100_000;

/** Searches the content of files. */
export const grepTool = (workspace: Workspace) =>
  defineTool({
    name: "grep",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    parallel: true,
    replay: "safe",
    permissionRequests: ({ path = "." }) => fileRequest(workspace, "grep", "read", path),
    async execute({ path = ".", mode = "content", pattern, glob, literal = false, ignoreCase = false, context = 0 }, call) {
      const place = await allowedPath(call, workspace, "read", path);
      const query: TextQuery = {
        pattern,
        path: place,
        literal,
        ignoreCase,
        ...(glob === undefined ? {} : { glob }),
        ...(mode === "content" ? { context } : {}),
        ...(mode === "files" ? { maxPerFile: 1 } : {}),
      };
      const most = mode === "count" ? MAX_COUNTED : limits.lines;
      const { found, ...end } = await searchResults((signal) => workspace.searchText({ ...query, signal }), {
        signal: call.signal,
        timeout: limits.timeout,
        isEnough: (lines) => lines.length >= most,
      });
      const notes = longNote(end.tooLong.map((file) => shownPath(workspace, file))) + omittedNote(end);
      if (found.length === 0) {
        const none = end.late ? "No line was found." : "No line matches.";
        return textResult(`${end.tooLong.length > 0 ? "No line is shown." : none}${notes}`, { files: 0, lines: 0 });
      }
      const files = Map.groupBy(found, (line) => shownPath(workspace, line.path));
      const byName = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const rows = SHOW[mode](byName, context);
      const shown = fitting(rows);
      const isCut = end.cut || shown.length < rows.length || (mode === "count" && byName.length > rows.length);
      const more = isCut ? "\n(more results omitted; narrow the pattern, the path or the glob)" : "";
      return textResult(shown.join("\n") + more + notes, { files: files.size, lines: found.length });
    },
  });

/** Returns a note about matching lines that are too long to show, or an empty string. */
const longNote = ([first, ...others]: readonly string[]): string => {
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : ` and of ${others.length} more ${others.length === 1 ? "file" : "files"}`;
  return `\n(lines of ${first}${more} match, but are too long to show: print only the match with a command, for example grep -o)`;
};

type Files = readonly (readonly [path: string, lines: readonly Line[]])[];

const SHOW: Readonly<Record<Mode, (files: Files, context: number) => readonly string[]>> = {
  files: (files) => files.map(([path]) => path),
  count: (files) => files.slice(0, limits.lines).map(([path, lines]) => `${path}: ${lines.length}`),
  content: (files, context) => files.flatMap(([path, lines], at) => [...(at === 0 ? [] : [""]), path, ...showFile(lines, context)]),
};

/** Formats a file's lines: `12:` before a match, `12-` before a context line, `--` between groups that are apart. */
const showFile = (lines: readonly Line[], context: number): readonly string[] =>
  lines.flatMap(({ kind, line, text: content }, at) => {
    const before = lines[at - 1]?.line;
    const gap = context > 0 && before !== undefined && line > before + 1 ? ["--"] : [];
    return [...gap, `${line}${kind === "match" ? ":" : "-"}${cutLine(content, limits.lineLength)}`];
  });

/** Returns the rows that fit into the byte limit, but at least the first one. */
const fitting = (rows: readonly string[]): readonly string[] => {
  let bytes = 0;
  const end = rows.findIndex((row, at) => {
    bytes += Buffer.byteLength(row) + 1;
    return bytes > limits.bytes && at > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
};
