import { defineTool, textResult, ToolError } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { writeEffects, allowedPath, assertNotAborted, fileRequest, toToolError, shownPath } from "./file-access.ts";
import { fileDiff } from "./file-diff.ts";
import { filesSeen, rememberFile, preservedFiles, filesTouched, assertSeen } from "./files-seen.ts";
import { stringField, toolInput } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { withUnixLineEnds } from "./line-ends.ts";
import { refuseMasks } from "./masked-text.ts";
import { encodeLike, decodeText, type TextFile } from "./text-file.ts";
const limits = LIMITS.write;

const DESCRIPTION = `Writes a whole file, at most ${limits.bytes} bytes, and creates its folders. Read an existing file first. Its mode, \
encoding, byte order mark and line ends are preserved. To change a part of a file, use edit.`;

const schema = toolInput({
  path: stringField("The file: absolute, or relative to the session's folder."),
  content: stringField("The whole content of the file."),
});

/** Replaces the content of a file. */
export const writeTool = (workspace: Workspace) =>
  defineTool({
    name: "write",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "write",
    requiredState: [filesSeen, filesTouched],
    preserveOnCompaction: (facts) => preservedFiles(workspace, facts(filesTouched)),
    permissionRequests: ({ path }) => fileRequest(workspace, "write", "write", path),
    async execute({ path, content }, context) {
      const bytesGiven = Buffer.byteLength(content);
      if (bytesGiven > limits.bytes) throw new ToolError(`The content is too long: ${bytesGiven} bytes, at most ${limits.bytes}.`);
      const place = await allowedPath(context, workspace, "write", path);
      const file = place.path;
      const shown = shownPath(workspace, file);
      return workspace.exclusively(file, async () => {
        assertNotAborted(context);
        const found = await toToolError(workspace.stat(place));
        const old = found === undefined ? undefined : await toToolError(workspace.read(place, { maxBytes: LIMITS.edit.fileBytes }));
        const oldText = old === undefined ? NEW_FILE : decodeText(old);
        if (oldText === undefined) throw new ToolError(`${shown} is binary. To replace it with text, remove it with bash first.`);
        if (old !== undefined) await assertSeen(context, { tool: "write", place, shown }, old);
        refuseMasks(content, oldText.text, shown);
        const bytes = encodeLike(oldText, content);
        if (old !== undefined && Buffer.compare(old, bytes) === 0)
          return textResult(`${shown} already has this content; nothing was written.`);
        await toToolError(workspace.replace(place, bytes));
        await rememberFile(context, file, bytes, "written");
        const change = await fileDiff(shown, withUnixLineEnds(oldText.text).text, withUnixLineEnds(content).text);
        const besides = (await writeEffects(workspace, place, found)).map((effect) => ` It ${effect}`).join("");
        return textResult(`${old === undefined ? "Created" : "Wrote"} ${shown} (${bytes.length} bytes).${besides}`, {
          path: shown,
          ...change,
        });
      });
    },
  });

const NEW_FILE: TextFile = { text: "", encoding: "utf-8", mark: false };
