import { defineTool, textResult } from "../loop/index.ts";
import type { FoundFile, Workspace } from "../workspace/index.ts";
import { allowedPath, fileRequest, shownPath } from "./file-access.ts";
import { optional, stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { omittedNote, searchResults } from "./search-results.ts";

const limits = LIMITS.glob;

const DESCRIPTION = `Finds files by a glob pattern of their path, for example "**/*.test.ts" or "src/**/*.{js,ts}". A pattern without / matches names at any depth. \
Shows at most ${limits.files} files, the most recently changed first, and searches for at most ${limits.timeout} ms. Ignored files (.gitignore) are omitted; hidden files are included.`;

const schema = toolInput({
  pattern: stringField("The glob pattern, relative to path."),
  path: optional(stringField("The folder to search. Default: the session's.")),
});

/** Number of concurrent `stat` calls. */
const BATCH = 64;

export const globTool = (workspace: Workspace) =>
  defineTool({
    name: "glob",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    parallel: true,
    replay: "safe",
    permissionRequests: ({ path = "." }) => fileRequest(workspace, "glob", "read", path),
    async execute({ pattern, path = "." }, context) {
      const place = await allowedPath(context, workspace, "read", path);
      const { found, ...end } = await searchResults<Extract<FoundFile, { readonly kind: "file" }>>(
        (signal) => workspace.findFiles({ path: place, glob: pattern, signal }),
        {
          signal: context.signal,
          timeout: limits.timeout,
        },
      );
      const files = await newestFirst(
        workspace,
        found.map((file) => file.path),
      );
      const shown = files.slice(0, limits.files).map((file) => shownPath(workspace, file));
      const left = files.length - shown.length;
      const notes = (left > 0 ? `\n(${left} more files; narrow the pattern or the path)` : "") + omittedNote(end);
      return textResult(
        (shown.length === 0 ? (end.late ? "No file was found." : `No file matches ${pattern}.`) : shown.join("\n")) + notes,
        { files: files.length },
      );
    },
  });

const newestFirst = async (workspace: Workspace, files: readonly string[]): Promise<readonly string[]> => {
  const dated: { readonly path: string; readonly at: number }[] = [];
  for (let start = 0; start < files.length; start += BATCH) {
    const batch = files.slice(start, start + BATCH).map(async (path) => ({ path, at: (await workspace.stat(path))?.modifiedAt ?? 0 }));
    dated.push(...(await Promise.all(batch)));
  }
  return dated.toSorted((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1)).map(({ path }) => path);
};
