import { defineTool, textResult, ToolError } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { fileDiff } from "./file-diff.ts";
import { assertNotAborted, fileRequest, orToolError, resolvePath, shownPath } from "./file-access.ts";
import { filesSeen, rememberFile } from "./files-seen.ts";
import { carriedFiles, filesTouched } from "./files-touched.ts";
import { flag, optional, text, toolInput } from "./input.ts";
import { assertKnown } from "./known-file.ts";
import { LIMITS } from "./limits.ts";
import { withUnixLineEnds } from "./line-ends.ts";
import { refuseMasks } from "./masked-text.ts";
import { nearMiss } from "./near-miss.ts";
import { nearNames } from "./near-names.ts";
import { apart, occurrences, replaceAt } from "./replacement.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { decodeText, encodeText } from "./text-file.ts";

const limits = LIMITS.edit;

const DESCRIPTION = `Changes a part of a file: puts newText in the place of oldText, which has to be in the file exactly once, or everywhere with replaceAll. \
oldText is matched exactly, white space included, without the line numbers that read shows. The file has to be read first. Everything outside of \
the change stays as it is, line ends (write them as \\n), encoding, byte order mark and mode too. Files over ${limits.fileBytes} bytes are refused.`;

const schema = toolInput({
  path: text("The file: absolute, or relative to the session's folder."),
  oldText: text("The text to replace, with enough lines around it to be unique."),
  newText: text("The text to put there; empty to remove."),
  replaceAll: optional(flag("Replace every occurrence. Default: false.")),
});

/** What the model is shown around a change, and around a near miss. */
const AROUND = 3;
const SNIPPET = { lines: 40, bytes: 6000, lineLength: 500 };
/** How many places are named. */
const MAX_PLACES = 20;

/** Replaces a text in a file by another, and leaves every other byte alone. */
export const editTool = (workspace: Workspace) =>
  defineTool({
    name: "edit",
    description: DESCRIPTION,
    ...schema,
    effect: "write",
    facts: [filesSeen, filesTouched],
    carry: (facts) => carriedFiles(workspace, facts(filesTouched)),
    needs: ({ path }) => fileRequest(workspace, "edit", "write", path),
    async run({ path, oldText, newText, replaceAll = false }, context) {
      const before = withUnixLineEnds(oldText).text;
      const after = withUnixLineEnds(newText).text;
      if (before === "") throw new ToolError("oldText is empty. To insert, give the line before it as oldText; to make a file, use write.");
      if (before === after) throw new ToolError("oldText and newText are the same; nothing would change.");
      const file = (await resolvePath(workspace, path)).path;
      const shown = shownPath(workspace, file);
      return workspace.exclusively(file, async () => {
        assertNotAborted(context);
        const found = await orToolError(workspace.stat(file));
        if (found === undefined) throw new ToolError(`${shown} does not exist.${await suggestion(workspace, file)} To make it, use write.`);
        const bytes = await orToolError(workspace.read(file, { maxBytes: limits.fileBytes }));
        await assertKnown(context, file, shown, bytes);
        const old = decodeText(bytes);
        if (old === undefined) throw new ToolError(`${shown} is binary; it cannot be edited as text.`);

        const unix = withUnixLineEnds(old.text).text;
        refuseMasks(before + after, unix, shown);
        const places = placesOf(unix, before, shown, replaceAll);
        const edited = encodeText({ ...old, text: replaceAt(old.text, places, before, after) });
        if (edited === undefined) {
          throw new ToolError(
            `${shown} is in ${old.encoding}, which has no bytes for some characters of newText. Use others, or convert the file with bash: iconv.`,
          );
        }
        await orToolError(workspace.replace(file, edited));
        await rememberFile(context, file, edited, "written");

        const result = replaceAt(unix, places, before, after);
        const line = lineAt(unix, places[0] ?? 0);
        const count = places.length === 1 ? `at line ${line}` : `in ${places.length} places`;
        const links = found.links > 1 ? " It had other hard links: they keep the old content." : "";
        const change = await fileDiff(shown, unix, result);
        return textResult(`Edited ${shown} ${count}.${links}\n${snippet(result, line, after)}`, { path: shown, ...change });
      });
    },
  });

const suggestion = async (workspace: Workspace, path: string): Promise<string> => {
  const near = await nearNames(workspace, path);
  return near.length === 0 ? "" : ` Did you mean ${near.map((name) => shownPath(workspace, name)).join(" or ")}?`;
};

/** Where to replace. @throws {ToolError} that says what is there instead, or which places there are. */
const placesOf = (content: string, wanted: string, shown: string, all: boolean): readonly number[] => {
  const places = occurrences(content, wanted);
  if (places.length === 0) throw new ToolError(missing(content, wanted, shown));
  if (all) return apart(places, wanted.length);
  if (places.length === 1) return places;
  const lines = places.slice(0, MAX_PLACES).map((place) => lineAt(content, place));
  const more = places.length > MAX_PLACES ? " and more" : "";
  throw new ToolError(
    `oldText is in ${shown} ${places.length} times, at lines ${lines.join(", ")}${more}. Nothing was changed. ` +
      "Give more of the lines around the one you mean, or set replaceAll.",
  );
};

const missing = (content: string, wanted: string, shown: string): string => {
  const near = nearMiss(content, wanted);
  const nothing = `oldText is not in ${shown}. Nothing was changed.`;
  if (near === undefined) return `${nothing} Nothing in it is like that text: read the file again, or look for the text with grep.`;
  const { text: there } = showLines(linesOf(content), near.line, { ...SNIPPET, lines: Math.min(near.lines, SNIPPET.lines) });
  return `${nothing} The nearest text is this (${near.difference}):\n${there}\nTake oldText from it exactly, without the line numbers.`;
};

const lineAt = (content: string, offset: number): number => content.slice(0, offset).split("\n").length;

const snippet = (content: string, line: number, inserted: string): string => {
  const first = Math.max(1, line - AROUND);
  const lines = Math.min(SNIPPET.lines, line - first + inserted.split("\n").length + AROUND);
  return showLines(linesOf(content), first, { ...SNIPPET, lines }).text;
};
