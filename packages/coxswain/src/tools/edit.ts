import { defineTool, textResult, ToolError, type ToolResult } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { writeEffects, allowedPath, assertNotAborted, fileRequest, toToolError, shownPath, nearNames } from "./file-access.ts";
import { editText, type EditedText, type TextEdit } from "./edit-text.ts";
import { fileDiff } from "./file-diff.ts";
import { filesSeen, rememberFile, preservedFiles, filesTouched, assertSeen } from "./files-seen.ts";
import { booleanField, listField, optional, stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { withUnixLineEnds } from "./line-ends.ts";
import { refuseMasks } from "./masked-text.ts";
import { linesOf, showLines, SNIPPET } from "./shown-lines.ts";
import { decodeText, encodeText } from "./text-file.ts";

const limits = LIMITS.edit;

const DESCRIPTION = `Changes a part of a file: replaces oldText by newText. oldText must occur in the file exactly once; replaceAll replaces every occurrence, at most ${limits.places}. \
oldText is matched exactly, without the line numbers that read shows. If it matches only one place, and only without the white space around its lines, that place is changed and reported. \
For several changes of one file use edits, at most ${limits.edits}. They are applied in order, each to the result of the previous ones, all of them or none. \
Read the file first. Everything outside of the change is preserved, including line ends (write them as \\n), encoding, byte order mark and mode. \
Files over ${limits.fileBytes} bytes are rejected.`;

const change = {
  oldText: stringField("The text to replace, with enough lines around it to be unique."),
  newText: stringField("The replacement; empty to remove oldText."),
  replaceAll: optional(booleanField("Replace every occurrence. Default: false.")),
};

const schema = toolInput({
  path: stringField("The file: absolute, or relative to the session's folder."),
  oldText: optional(change.oldText),
  newText: optional(change.newText),
  replaceAll: change.replaceAll,
  edits: optional(listField("Several changes, instead of oldText and newText.", { fields: change, max: limits.edits })),
});

/** Context lines to show around a change. */
const AROUND = 3;

interface EditInput {
  readonly oldText?: string | undefined;
  readonly newText?: string | undefined;
  readonly replaceAll?: boolean | undefined;
}

/** Applies all replacements to a file or none. Preserves every other byte. */
export const editTool = (workspace: Workspace) =>
  defineTool({
    name: "edit",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "write",
    requiredState: [filesSeen, filesTouched],
    preserveOnCompaction: (facts) => preservedFiles(workspace, facts(filesTouched)),
    permissionRequests: ({ path }) => fileRequest(workspace, "edit", "write", path),
    async execute({ path, edits: several = [], ...one }, context) {
      const edits = editsOf(several, one);
      const place = await allowedPath(context, workspace, "write", path);
      const file = place.path;
      const shown = shownPath(workspace, file);
      return workspace.exclusively(file, async () => {
        assertNotAborted(context);
        const found = await toToolError(workspace.stat(place));
        if (found === undefined)
          throw new ToolError(`${shown} does not exist.${await suggestion(workspace, file)} To create it, use write.`);
        const bytes = await toToolError(workspace.read(place, { maxBytes: limits.fileBytes }));
        await assertSeen(context, { tool: "edit", place, shown }, bytes);
        const old = decodeText(bytes);
        if (old === undefined) throw new ToolError(`${shown} is binary; it cannot be edited as text.`);
        const unix = withUnixLineEnds(old.text).text;
        refuseMasks(edits.map(({ oldText, newText }) => oldText + newText).join("\n"), unix, shown);

        const done = await editAll(old.text, edits, shown);
        const edited = encodeText({ ...old, text: done.at(-1)?.text ?? old.text });
        if (edited === undefined) {
          throw new ToolError(
            `${shown} is in ${old.encoding}, which has no bytes for some characters of newText. Use others, or convert the file with bash: iconv.`,
          );
        }
        if (Buffer.compare(bytes, edited) === 0)
          return textResult(`These edits together do not change ${shown}; nothing was written.`, { path: shown });
        await toToolError(workspace.replace(place, edited));
        await rememberFile(context, file, edited, "written");
        return describe({ done, unix, shown, besides: await writeEffects(workspace, place, found) });
      });
    },
  });

const suggestion = async (workspace: Workspace, path: string): Promise<string> => {
  const near = await nearNames(workspace, path);
  return near.length === 0 ? "" : ` Did you mean ${near.map((name) => shownPath(workspace, name)).join(" or ")}?`;
};

/** @throws {ToolError} when the arguments are contradictory or incomplete */
const editsOf = (several: readonly EditInput[], { oldText, newText, replaceAll }: EditInput): readonly TextEdit[] => {
  const isOne = Boolean(oldText) || Boolean(newText) || replaceAll === true;
  if (isOne && several.length > 0)
    throw new ToolError("Use either oldText, newText and replaceAll, or edits, not both. Nothing was changed.");
  const requested = several.length > 0 ? several : [{ oldText, newText, replaceAll }];
  return requested.map((edit, index) => {
    const where = editLabel(index, requested.length);
    const before = withUnixLineEnds(edit.oldText ?? "").text;
    const after = withUnixLineEnds(edit.newText ?? "").text;
    if (before === "")
      throw new ToolError(`${where}oldText is empty. To insert text, use the line before it as oldText; to create a file, use write.`);
    if (edit.newText === undefined) throw new ToolError(`${where}newText is missing; to remove oldText, use an empty string.`);
    if (before === after) throw new ToolError(`${where}oldText and newText are the same; nothing would change.`);
    return { oldText: before, newText: after, replaceAll: edit.replaceAll ?? false };
  });
};

/**
 * Applies each edit to the result of the previous one.
 * @throws {ToolError} for the first edit that fails
 */
const editAll = async (original: string, edits: readonly TextEdit[], shown: string): Promise<readonly EditedText[]> => {
  const done: EditedText[] = [];
  for (const [index, edit] of edits.entries()) {
    try {
      const last = done.at(-1);
      const name = last === undefined ? shown : `${shown} (after the previous edits)`;
      done.push(await editText(last?.text ?? original, edit, name));
    } catch (error) {
      throw error instanceof ToolError ? new ToolError(editLabel(index, edits.length) + error.message, { cause: error }) : error;
    }
  }
  return done;
};

const editLabel = (index: number, count: number): string => (count === 1 ? "" : `Edit ${index + 1} of ${count}: `);

interface Described {
  readonly done: readonly EditedText[];
  readonly unix: string;
  readonly shown: string;
  readonly besides: readonly string[];
}

const describe = async ({ done, unix, shown, besides }: Described): Promise<ToolResult> => {
  const result = withUnixLineEnds(done.at(-1)?.text ?? "").text;
  const changed = await fileDiff(shown, unix, result);
  const notes = done.flatMap(({ note }, index) => (note === undefined ? [] : [editLabel(index, done.length) + note]));
  const [only] = done;
  const where =
    only === undefined || done.length > 1
      ? `by ${done.length} edits: ${changed.added} lines added, ${changed.removed} removed`
      : only.places === 1
        ? `at line ${only.line}`
        : `in ${only.places} places`;
  const view = only === undefined || done.length > 1 ? shortDiff(changed.diff) : snippet(result, only.line, only.inserted);
  const notice = [`Edited ${shown} ${where}.`, ...besides.map((one) => `It ${one}`), ...notes].join(" ");
  return textResult([notice, view].filter((part) => part !== "").join("\n"), { path: shown, ...changed });
};

const shortDiff = (diff = ""): string => (diff.length > SNIPPET.bytes ? "" : diff.trimEnd());

const snippet = (content: string, line: number, inserted: string): string => {
  const first = Math.max(1, line - AROUND);
  const lines = Math.min(SNIPPET.lines, line - first + inserted.split("\n").length + AROUND);
  return showLines(linesOf(content), first, { ...SNIPPET, lines }).text;
};
