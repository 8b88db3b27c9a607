import { defineTool, textResult, ToolError, type ToolResult } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { fileRequest, orToolError, resolvePath, shownPath } from "./file-access.ts";
import { filesSeen, rememberFile } from "./files-seen.ts";
import { carriedFiles, filesTouched } from "./files-touched.ts";
import { type Image, readImage } from "./image.ts";
import { optional, text, toolInput, whole } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { nearNames } from "./near-names.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { decodeText, type TextFile } from "./text-file.ts";

const limits = LIMITS.read;

const DESCRIPTION = `Reads a file. Text comes with line numbers: number, tab, line. One call shows at most ${limits.lines} lines and ${limits.bytes} bytes, and \
${limits.lineLength} characters of a line; go on with offset. Files over ${limits.fileBytes} bytes are refused: use grep, or bash with sed -n. \
Images (PNG, JPEG, GIF, WebP) are shown up to ${limits.imageBytes} bytes and ${limits.imageSide} pixels a side. For folders use ls.`;

const schema = toolInput({
  path: text("The file: absolute, or relative to the session's folder."),
  offset: optional(whole("The first line to show, counted from 1.", { min: 1 })),
  limit: optional(whole("How many lines to show.", { min: 1 })),
});

/** Shows the model a file, and keeps in the log which content it has seen. */
export const readTool = (workspace: Workspace) =>
  defineTool({
    name: "read",
    description: DESCRIPTION,
    ...schema,
    effect: "read",
    parallel: true,
    replay: "safe",
    facts: [filesSeen, filesTouched],
    carry: (facts) => carriedFiles(workspace, facts(filesTouched)),
    needs: ({ path }) => fileRequest(workspace, "read", "read", path),
    async run({ path, offset = 1, limit = limits.lines }, context) {
      const file = (await resolvePath(workspace, path)).path;
      const shown = shownPath(workspace, file);
      const bytes = await readBytes(workspace, file, shown);
      const image = readImage(bytes);
      if (image !== undefined) return imageResult(image, bytes, shown);
      const content = decodeText(bytes);
      if (content === undefined)
        throw new ToolError(`${shown} is binary (${bytes.length} bytes). Look at it with bash: file, strings or xxd.`);
      const result = textPart(content, shown, offset, Math.min(limit, limits.lines));
      await rememberFile(context, file, bytes);
      return result;
    },
  });

const readBytes = async (workspace: Workspace, path: string, shown: string): Promise<Uint8Array> => {
  const found = await orToolError(workspace.stat(path));
  if (found === undefined) {
    const near = await nearNames(workspace, path);
    const hint = near.length === 0 ? "Find it with glob." : `Did you mean ${near.map((name) => shownPath(workspace, name)).join(" or ")}?`;
    throw new ToolError(`${shown} does not exist. ${hint}`);
  }
  if (found.kind === "folder") throw new ToolError(`${shown} is a folder. Use ls to list it.`);
  if (found.kind === "other") throw new ToolError(`${shown} is a fifo, a socket or a device; only regular files can be read.`);
  if (found.size > limits.fileBytes) {
    throw new ToolError(`${shown} is too large (${found.size} bytes). Search it with grep, or show a part with bash: sed -n '1,200p'.`);
  }
  return orToolError(workspace.read(path, { maxBytes: limits.fileBytes }));
};

const textPart = ({ text: content, encoding }: TextFile, shown: string, offset: number, limit: number): ToolResult => {
  const lines = linesOf(content);
  if (lines.length === 0) return textResult(`(${shown} is empty)`, { path: shown, lines: 0 });
  if (offset > lines.length) throw new ToolError(`${shown} has ${lines.length} lines; offset ${offset} is after its end.`);
  const { text: part, last } = showLines(lines, offset, { ...limits, lines: limit });
  const notes = [
    ...(encoding === "utf-8" ? [] : [`its encoding is ${encoding}, which edits keep`]),
    ...(offset > 1 || last < lines.length ? [`lines ${offset} to ${last} of ${lines.length}`] : []),
    ...(last < lines.length ? [`go on with offset ${last + 1}`] : []),
  ];
  const note = notes.length === 0 ? "" : `\n(${notes.join("; ")})`;
  return textResult(part + note, { path: shown, first: offset, last, lines: lines.length });
};

const imageResult = (image: Image, bytes: Uint8Array, shown: string): ToolResult => {
  const { mediaType, width, height } = image;
  const kind = `${mediaType}, ${width} x ${height}, ${bytes.length} bytes`;
  const problem = imageProblem(image, bytes);
  if (problem !== undefined) return textResult(`(${shown} is an image (${kind}) that is not shown: ${problem})`, { path: shown });
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return {
    content: [
      { type: "text", text: `(${shown}: ${kind})` },
      { type: "image", mediaType, data, name: shown },
    ],
    details: { path: shown, mediaType, width, height },
  };
};

/** Why a provider would refuse it: an image in the history that it refuses ends the session. */
const imageProblem = ({ width, height, whole: complete }: Image, bytes: Uint8Array): string | undefined => {
  if (!complete || width === 0 || height === 0) return "the file is damaged or cut off";
  if (bytes.length > limits.imageBytes) return `it is over ${limits.imageBytes} bytes; make it smaller first`;
  if (Math.max(width, height) > limits.imageSide) return `it is over ${limits.imageSide} pixels a side; make it smaller first`;
  return undefined;
};
