import { defineTool, textResult, ToolError, type ToolResult } from "../loop/index.ts";
import type { ResolvedPath, Workspace } from "../workspace/index.ts";
import { allowedPath, fileRequest, toToolError, shownPath, nearNames } from "./file-access.ts";
import { filesSeen, rememberFile, preservedFiles, filesTouched } from "./files-seen.ts";
import { isPdf } from "./file-content.ts";
import { type Image, readImage, imageFacts, shownImage } from "./image.ts";
import { optional, stringField, toolInput, integerField } from "./input.ts";
import { LIMITS } from "./limits.ts";
import { linesOf, showLines } from "./shown-lines.ts";
import { decodeText, type TextFile } from "./text-file.ts";

const limits = LIMITS.read;

const DESCRIPTION = `Reads a file. Text is shown with line numbers: number, tab, line. One call shows at most ${limits.lines} lines and ${limits.bytes} bytes, and \
${limits.lineLength} characters of a line; use offset to continue. Files over ${limits.fileBytes} bytes are rejected: use grep, or bash with sed -n. \
Images (PNG, JPEG, GIF, WebP) are shown up to ${limits.imageBytes} bytes and ${limits.imageSide} pixels a side. For a PDF, shows its text, at most ${limits.pages} pages at \
once and in at most ${limits.pdfTimeout} ms. For a notebook (.ipynb), shows its cells, with at most ${limits.outputLength} characters of each output and ${limits.images} images. \
For folders, use ls.`;

/** Limits for a PDF: bytes of text, and time and memory of the process that reads it. */
const PDF_LIMITS = { bytes: limits.bytes, timeout: limits.pdfTimeout, memory: 512_000_000 };

const schema = toolInput({
  path: stringField("The file: absolute, or relative to the session's folder."),
  offset: optional(integerField("First line to show, or page of a PDF, or cell of a notebook; counted from 1.", { min: 1 })),
  limit: optional(integerField("Number of lines, pages or cells to show.", { min: 1 })),
});

/** Shows the model a file and logs which content the model has seen. */
export const readTool = (workspace: Workspace) =>
  defineTool({
    name: "read",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "read",
    parallel: true,
    replay: "safe",
    requiredState: [filesSeen, filesTouched],
    preserveOnCompaction: (facts) => preservedFiles(workspace, facts(filesTouched)),
    permissionRequests: ({ path }) => fileRequest(workspace, "read", "read", path),
    async execute({ path, offset = 1, limit = limits.lines }, context) {
      const place = await allowedPath(context, workspace, "read", path);
      const file = place.path;
      const shown = shownPath(workspace, file);
      const bytes = await readBytes(workspace, place, shown);
      const image = readImage(bytes);
      if (image !== undefined) return imageResult(image, bytes, shown);
      const result = await documentResult(bytes, { file, shown, offset, limit, signal: context.signal });
      await rememberFile(context, file, bytes);
      return result;
    },
  });

interface ReadRange {
  readonly file: string;
  readonly shown: string;
  readonly offset: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Detects a document by its content. A notebook also needs its file extension. */
const documentResult = async (bytes: Uint8Array, { file, shown, offset, limit, signal }: ReadRange): Promise<ToolResult> => {
  if (isPdf(bytes)) {
    const { showPdf } = await import("./pdf.ts");
    return showPdf({ bytes, shown, offset, limit: Math.min(limit, limits.pages), signal }, PDF_LIMITS);
  }
  const content = decodeText(bytes);
  if (content === undefined) throw new ToolError(`${shown} is binary (${bytes.length} bytes). Inspect it with bash: file, strings or xxd.`);
  if (/\.ipynb$/i.test(file)) {
    const { parseNotebook, showNotebook } = await import("./notebook.ts");
    const notebook = parseNotebook(content.text);
    if (notebook !== undefined) return showNotebook(notebook, { shown, offset, limit });
  }
  return textPart(content, shown, offset, Math.min(limit, limits.lines));
};

const readBytes = async (workspace: Workspace, place: ResolvedPath, shown: string): Promise<Uint8Array> => {
  const found = await toToolError(workspace.stat(place));
  if (found === undefined) {
    const near = await nearNames(workspace, place.path);
    const hint = near.length === 0 ? "Find it with glob." : `Did you mean ${near.map((name) => shownPath(workspace, name)).join(" or ")}?`;
    throw new ToolError(`${shown} does not exist. ${hint}`);
  }
  if (found.kind === "folder") throw new ToolError(`${shown} is a folder. Use ls to list it.`);
  if (found.kind === "other") throw new ToolError(`${shown} is a fifo, a socket or a device; only regular files can be read.`);
  if (found.size > limits.fileBytes) {
    throw new ToolError(`${shown} is too large (${found.size} bytes). Search it with grep, or print a part with bash: sed -n '1,200p'.`);
  }
  return toToolError(workspace.read(place, { maxBytes: limits.fileBytes }));
};

const textPart = ({ text: content, encoding }: TextFile, shown: string, offset: number, limit: number): ToolResult => {
  const lines = linesOf(content);
  if (lines.length === 0) return textResult(`(${shown} is empty)`, { path: shown, lines: 0 });
  if (offset > lines.length) throw new ToolError(`${shown} has ${lines.length} lines; offset ${offset} is after its end.`);
  const { text: part, last } = showLines(lines, offset, { ...limits, lines: limit });
  const notes = [
    ...(encoding === "utf-8" ? [] : [`its encoding is ${encoding}, which edits preserve`]),
    ...(offset > 1 || last < lines.length ? [`lines ${offset} to ${last} of ${lines.length}`] : []),
    ...(last < lines.length ? [`continue with offset ${last + 1}`] : []),
  ];
  const note = notes.length === 0 ? "" : `\n(${notes.join("; ")})`;
  return textResult(part + note, { path: shown, first: offset, last, lines: lines.length });
};

const imageResult = (image: Image, bytes: Uint8Array, shown: string): ToolResult => {
  const { mediaType, width, height } = image;
  const facts = imageFacts(image, bytes);
  const judged = shownImage(image, bytes, shown);
  if ("problem" in judged) return textResult(`(${shown} is an image (${facts}) that is not shown: ${judged.problem})`, { path: shown });
  return { content: [{ type: "text", text: `(${shown}: ${facts})` }, judged.part], details: { path: shown, mediaType, width, height } };
};
