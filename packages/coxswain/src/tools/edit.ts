import { defineTool, textResult, ToolError, type ToolResult } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { changedFile } from "./changed-file.ts";
import { editText, type EditedText, type TextEdit } from "./edit-text.ts";
import { fileDiff } from "./file-diff.ts";
import { allowedPlace, assertNotAborted, fileRequest, orToolError, shownPath } from "./file-access.ts";
import { filesSeen, rememberFile } from "./files-seen.ts";
import { carriedFiles, filesTouched } from "./files-touched.ts";
import { flag, list, optional, text, toolInput } from "./input.ts";
import { assertKnown } from "./known-file.ts";
import { LIMITS } from "./limits.ts";
import { withUnixLineEnds } from "./line-ends.ts";
import { refuseMasks } from "./masked-text.ts";
import { nearNames } from "./near-names.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { SNIPPET } from "./snippet.ts";
import { decodeText, encodeText } from "./text-file.ts";

const limits = LIMITS.edit;

const DESCRIPTION = `Changes a part of a file: puts newText in the place of oldText, which has to be in the file exactly once, or everywhere with replaceAll, at most ${limits.places} times. \
oldText is matched exactly, without the line numbers that read shows; where it is nowhere but for the white space around its lines, that place is taken, and told. \
Several changes of one file go in edits, at most ${limits.edits}: made in their order, each on what the ones before have left, all of them or none. \
The file has to be read first. Everything outside of the change stays as it is, line ends (write them as \\n), encoding, byte order mark and mode too. \
Files over ${limits.fileBytes} bytes and more than ${limits.places} places of one replaceAll are refused.`;

const change = {
  oldText: text("The text to replace, with enough lines around it to be unique."),
  newText: text("The text to put there; empty to remove."),
  replaceAll: optional(flag("Replace every occurrence. Default: false.")),
};

const schema = toolInput({
  path: text("The file: absolute, or relative to the session's folder."),
  oldText: optional(change.oldText),
  newText: optional(change.newText),
  replaceAll: change.replaceAll,
  edits: optional(list("Several changes, in the place of oldText and newText.", { fields: change, max: limits.edits })),
});

/** Context lines to show around a change. */
const AROUND = 3;

interface GivenEdit {
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
    preserveOnCompaction: (facts) => carriedFiles(workspace, facts(filesTouched)),
    permissionRequests: ({ path }) => fileRequest(workspace, "edit", "write", path),
    async execute({ path, edits: several = [], ...one }, context) {
      const edits = editsOf(several, one);
      const place = await allowedPlace(context, workspace, "write", path);
      const file = place.path;
      const shown = shownPath(workspace, file);
      return workspace.exclusively(file, async () => {
        assertNotAborted(context);
        const found = await orToolError(workspace.stat(place));
        if (found === undefined) throw new ToolError(`${shown} does not exist.${await suggestion(workspace, file)} To make it, use write.`);
        const bytes = await orToolError(workspace.read(place, { maxBytes: limits.fileBytes }));
        await assertKnown(context, { tool: "edit", place, shown }, bytes);
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
          return textResult(`These edits together leave ${shown} as it is; nothing was written.`, { path: shown });
        await orToolError(workspace.replace(place, edited));
        await rememberFile(context, file, edited, "written");
        return describe({ done, unix, shown, besides: await changedFile(workspace, place, found) });
      });
    },
  });

const suggestion = async (workspace: Workspace, path: string): Promise<string> => {
  const near = await nearNames(workspace, path);
  return near.length === 0 ? "" : ` Did you mean ${near.map((name) => shownPath(workspace, name)).join(" or ")}?`;
};

/** @throws {ToolError} when the arguments are contradictory or incomplete */
const editsOf = (several: readonly GivenEdit[], { oldText, newText, replaceAll }: GivenEdit): readonly TextEdit[] => {
  const isOne = Boolean(oldText) || Boolean(newText) || replaceAll === true;
  if (isOne && several.length > 0)
    throw new ToolError("Give either oldText, newText and replaceAll, or edits that have them; not both. Nothing was changed.");
  const given = several.length > 0 ? several : [{ oldText, newText, replaceAll }];
  return given.map((edit, index) => {
    const where = whichOf(index, given.length);
    const before = withUnixLineEnds(edit.oldText ?? "").text;
    const after = withUnixLineEnds(edit.newText ?? "").text;
    if (before === "")
      throw new ToolError(`${where}oldText is empty. To insert, give the line before it as oldText; to make a file, use write.`);
    if (edit.newText === undefined) throw new ToolError(`${where}newText is missing; to remove oldText, give it empty.`);
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
      const name = last === undefined ? shown : `${shown} (as the edits before this one would leave it)`;
      done.push(await editText(last?.text ?? original, edit, name));
    } catch (error) {
      throw error instanceof ToolError ? new ToolError(whichOf(index, edits.length) + error.message, { cause: error }) : error;
    }
  }
  return done;
};

const whichOf = (index: number, count: number): string => (count === 1 ? "" : `Edit ${index + 1} of ${count}: `);

interface Described {
  readonly done: readonly EditedText[];
  readonly unix: string;
  readonly shown: string;
  readonly besides: readonly string[];
}

const describe = async ({ done, unix, shown, besides }: Described): Promise<ToolResult> => {
  const result = withUnixLineEnds(done.at(-1)?.text ?? "").text;
  const changed = await fileDiff(shown, unix, result);
  const notes = done.flatMap(({ note }, index) => (note === undefined ? [] : [whichOf(index, done.length) + note]));
  const [only] = done;
  const where =
    only === undefined || done.length > 1
      ? `by ${done.length} edits: ${changed.added} lines added, ${changed.removed} removed`
      : only.places === 1
        ? `at line ${only.line}`
        : `in ${only.places} places`;
  const view = only === undefined || done.length > 1 ? shortDiff(changed.diff) : snippet(result, only.line, only.inserted);
  const told = [`Edited ${shown} ${where}.`, ...besides.map((one) => `It ${one}`), ...notes].join(" ");
  return textResult([told, view].filter((part) => part !== "").join("\n"), { path: shown, ...changed });
};

const shortDiff = (diff = ""): string => (diff.length > SNIPPET.bytes ? "" : diff.trimEnd());

const snippet = (content: string, line: number, inserted: string): string => {
  const first = Math.max(1, line - AROUND);
  const lines = Math.min(SNIPPET.lines, line - first + inserted.split("\n").length + AROUND);
  return showLines(linesOf(content), first, { ...SNIPPET, lines }).text;
};
