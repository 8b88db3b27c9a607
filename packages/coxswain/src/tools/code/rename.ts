import { defineTool, type PermissionRequest, textResult, type ToolContext, ToolError } from "../../loop/index.ts";
import type { CodeFileEdits, CodePlace, CodeService, Workspace } from "../../workspace/index.ts";
import { allowedPath, assertNotAborted, fileRequest, resolvePath, shownPath, toToolError, writeEffects } from "../file-access.ts";
import { fileDiff } from "../file-diff.ts";
import { assertSeen, filesSeen, filesTouched, preservedFiles, rememberFile } from "../files-seen.ts";
import { stringField, toolInput } from "../input.ts";
import { LIMITS } from "../limits.ts";
import { withUnixLineEnds } from "../line-ends.ts";
import { makeChanges, type PlannedChange } from "../patch/index.ts";
import { decodeText, encodeText } from "../text-file.ts";
import { assertServed } from "./code-reading-tools.ts";
import { type NamedSymbol, positionIn, symbolFields } from "./code-position.ts";

/** Maximum number of files of a rename. */
const FILES = 100;

const schema = toolInput({ ...symbolFields, newName: stringField("The new name.", { max: 500 }) });

interface RenameInput extends NamedSymbol {
  readonly newName: string;
}

/** A file of a rename, before it is allowed. */
interface RenamedFile {
  readonly path: string;
  readonly old: Uint8Array;
  readonly bytes: Uint8Array;
  readonly before: string;
  readonly after: string;
  /** Unified diff. */
  readonly preview: string;
}

/** Renames a symbol in all files: in all of them or in none. */
export const renameTool = (code: CodeService, workspace: Workspace) =>
  defineTool({
    name: "rename",
    description: `Renames a symbol in all files that use it, by its language server. Read these files first: references lists them. All files are changed, at most ${FILES}, or none.`,
    inputSchema: schema,
    effect: "write",
    requiredState: [filesSeen, filesTouched],
    preserveOnCompaction: (facts) => preservedFiles(workspace, facts(filesTouched)),
    async permissionRequests(input, { signal }) {
      // The reason must not reveal the content of a file that may not be read: the call itself reports it once that is allowed.
      const files = await plan(code, workspace, input, signal).catch((error: unknown) => {
        if (error instanceof ToolError) return undefined;
        throw error;
      });
      if (files === undefined) return fileRequest(workspace, "read", "read", input.path);
      const requests = files.map(async ({ path, preview }): Promise<readonly PermissionRequest[]> =>
        // A rule about edits or reading is about renames too, whose result shows lines of the file.
        [
          ...(await fileRequest(workspace, "read", "read", path)),
          ...(await fileRequest(workspace, "edit", "write", path)).map((request) => ({ ...request, preview })),
        ],
      );
      return (await Promise.all(requests)).flat();
    },
    async execute(input, context) {
      const files = await plan(code, workspace, input, context.signal);
      return exclusively(workspace, files.map(({ path }) => path).toSorted(), async () => {
        assertNotAborted(context);
        const changes = await allowedChanges(context, workspace, files);
        await makeChanges(workspace, changes);
        for (const { file, bytes } of changes) if (bytes !== undefined) await rememberFile(context, file.path, bytes, "written");
        const notes = await Promise.all(
          changes.map(async ({ file, found }) => (await writeEffects(workspace, file, found)).map((effect) => `${file.shown} ${effect}`)),
        );
        const diffs = await Promise.all(changes.map(({ file, before, after }) => fileDiff(file.shown, before, after)));
        const sum = (which: "added" | "removed"): number => diffs.reduce((total, diff) => total + diff[which], 0);
        const shown = changes.map(({ file }) => file.shown);
        const lines = [
          `Renamed ${input.symbol} to ${input.newName} in ${shown.length} files:`,
          ...shown.map((name) => `M ${name}`),
          ...notes.flat(),
        ];
        const diff = diffs.map((one) => one.diff ?? "").join("");
        return textResult(lines.join("\n"), { files: shown, diff, added: sum("added"), removed: sum("removed") });
      });
    },
  });

/** Asks the server for the edits, and applies them to the contents on disk. Writes nothing. @throws {ToolError} */
const plan = async (
  code: CodeService,
  workspace: Workspace,
  { path, line, symbol, newName }: RenameInput,
  signal: AbortSignal,
): Promise<readonly RenamedFile[]> => {
  const place = await resolvePath(workspace, path);
  assertServed(code, place.path, shownPath(workspace, place.path));
  const edits = await code.rename(await positionIn(workspace, place.path, { line, symbol }), newName, signal);
  const resolved = await Promise.all(edits.map(async (file) => ({ ...file, path: (await resolvePath(workspace, file.path)).path })));
  // A server may know a file by several names.
  const real = [...Map.groupBy(resolved, (file) => file.path)].map(([name, files]) => ({
    path: name,
    edits: files.flatMap((file) => file.edits),
  }));
  if (real.length === 0) throw new ToolError(`${symbol} cannot be renamed here. Nothing was changed.`);
  if (real.length > FILES) throw new ToolError(`This rename changes ${real.length} files, at most ${FILES}. Nothing was changed.`);
  return Promise.all(real.map((file) => renamedFile(workspace, file, symbol)));
};

const renamedFile = async (workspace: Workspace, { path, edits }: CodeFileEdits, symbol: string): Promise<RenamedFile> => {
  const shown = shownPath(workspace, path);
  const old = await toToolError(workspace.read(path, { maxBytes: LIMITS.edit.fileBytes }));
  const file = decodeText(old);
  const text = file === undefined ? undefined : editedText(file.text, edits, symbol);
  const bytes = file === undefined || text === undefined ? undefined : encodeText({ ...file, text });
  if (file === undefined || text === undefined || bytes === undefined) {
    throw new ToolError(`The edits of the language server do not fit ${shown}. Nothing was changed. Use edit instead.`);
  }
  const [before, after] = [withUnixLineEnds(file.text).text, withUnixLineEnds(text).text];
  const { diff, added, removed } = await fileDiff(shown, before, after);
  return { path, old, bytes, before, after, preview: diff ?? `${added} lines added, ${removed} removed\n` };
};

/**
 * Applies edits, which must not overlap. Undefined: they do not fit the text. An edit within a line must replace the symbol: a server
 * that counts characters in another way than agreed would change others.
 */
const editedText = (text: string, edits: CodeFileEdits["edits"], symbol: string): string | undefined => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const offsetOf = ({ line, character }: CodePlace): number => {
    // The end of a file without a final line end.
    if (line === starts.length && character === 0) return text.length;
    const start = starts[line];
    const end = starts[line + 1] ?? text.length + 1;
    return start === undefined || start + character >= end ? Number.NaN : start + character;
  };
  const replacements = edits.map(({ start, end, newText }) => ({ start: offsetOf(start), end: offsetOf(end), newText }));
  // The same edit comes several times if a server knows a file by several names.
  const unique = new Map(replacements.map((one) => [JSON.stringify(one), one])).values();
  let [result, at] = ["", 0];
  for (const { start, end, newText } of [...unique].toSorted((one, other) => one.start - other.start)) {
    const replaced = text.slice(start, end);
    if (!(start >= at && end >= start && isFitting(replaced, symbol))) return undefined;
    result += text.slice(at, start) + newText;
    at = end;
  }
  return result + text.slice(at);
};

/** The symbol may have been named with the words around it. */
const isFitting = (replaced: string, symbol: string): boolean =>
  replaced === "" || replaced.includes("\n") || replaced.includes(symbol) || symbol.split(/[^\p{L}\p{N}_$]+/u).includes(replaced);

/** Asserts that each file is allowed, unchanged since the question, and known to the model. @throws {ToolError} */
const allowedChanges = async (
  context: ToolContext,
  workspace: Workspace,
  files: readonly RenamedFile[],
): Promise<readonly PlannedChange[]> => {
  const changes: PlannedChange[] = [];
  const unseen: string[] = [];
  for (const { path, old, bytes, before, after, preview } of files) {
    const place = await allowedPath(context, workspace, "write", path);
    const shown = shownPath(workspace, path);
    if (!context.granted.some((request) => request.subject === place.path && request.preview === preview))
      throw new ToolError(`The edits of ${shown} have changed since they were allowed. Nothing was changed. Try again.`);
    const found = await toToolError(workspace.stat(place));
    if (Buffer.compare(await toToolError(workspace.read(place, { maxBytes: LIMITS.edit.fileBytes })), old) !== 0)
      throw new ToolError(`${shown} has just changed. Nothing was changed by this call. Try again.`);
    await assertSeen(context, { tool: "read", place, shown }, old).catch((error: unknown) => {
      if (!(error instanceof ToolError)) throw error;
      unseen.push(error.message);
    });
    const file = { ...place, shown };
    changes.push({
      change: { kind: "rewrite", text: after },
      file,
      old,
      bytes,
      before,
      after,
      notes: [],
      ...(found === undefined ? {} : { found }),
    });
  }
  if (unseen.length > 0) throw new ToolError(unseen.join("\n"));
  return changes;
};

/** Acquires the locks in the order of the names, so that two renames cannot deadlock. */
const exclusively = <T>(workspace: Workspace, [first, ...others]: readonly string[], action: () => Promise<T>): Promise<T> =>
  first === undefined ? action() : workspace.exclusively(first, () => exclusively(workspace, others, action));
