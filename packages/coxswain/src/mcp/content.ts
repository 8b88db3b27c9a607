import { isDeepStrictEqual } from "node:util";
import type { ToolResult } from "../loop/index.ts";
import type { ImagePart, ToolResultPart } from "../model/index.ts";
import { cleanLine, withoutHidden, type Workspace } from "../workspace/index.ts";
import type { McpCallResult, McpContent, McpResourceContent } from "./types.ts";

/** Converts content of servers for the model. */
export interface ContentHost {
  /** Reads bytes by their content: an image, text, or the reason why they are neither, as a clause. */
  readonly read: (
    bytes: Uint8Array,
    name: string,
    signal: AbortSignal,
  ) => Promise<{ readonly part: ImagePart } | { readonly text: string } | { readonly problem: string }>;
  /** Saves what the model cannot receive. */
  readonly workspace: Pick<Workspace, "saveOutput">;
}

/** Maximum length of the text of one result, in UTF-16 units. Longer text is saved, and its start and end remain. */
export const MAX_RESULT_LENGTH = 30_000;

/**
 * Converts the result of a tool call. Structured content is added as JSON unless a text block contains the same value.
 */
export const toolResult = async (
  { content, structuredContent, isError }: McpCallResult,
  host: ContentHost,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const isRepeated = structuredContent === undefined || content.some((block) => isJsonOf(block, structuredContent));
  const structured: readonly McpContent[] = isRepeated ? [] : [{ type: "text", text: jsonText(structuredContent) }];
  return { content: await contentParts([...content, ...structured], host, signal), isError };
};

const jsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch {
    return "[structured content, nested too deeply to be shown]";
  }
};

/** Converts content blocks of a server. Text beyond the limit is saved and cut. */
export const contentParts = async (
  blocks: readonly McpContent[],
  host: ContentHost,
  signal: AbortSignal,
): Promise<readonly ToolResultPart[]> => {
  const parts = await Promise.all(blocks.map((block) => partOf(block, host, signal)));
  const length = parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
  if (length <= MAX_RESULT_LENGTH) return parts;
  const text = parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
  return [{ type: "text", text: await cutText(text, host) }, ...parts.filter(({ type }) => type === "image")];
};

const isJsonOf = (block: McpContent, value: unknown): boolean => {
  if (block.type !== "text") return false;
  try {
    return isDeepStrictEqual(JSON.parse(block.text), value);
  } catch {
    return false;
  }
};

const partOf = async (block: McpContent, host: ContentHost, signal: AbortSignal): Promise<ToolResultPart> => {
  switch (block.type) {
    case "text":
      return textPart(block.text);
    case "image":
    case "audio":
      return bytesPart({ name: block.type, mediaType: block.mimeType, data: block.data }, host, signal);
    case "resource_link": {
      const { uri, name, description = "", mimeType } = block;
      const about = [cleanLine(name, 200), line(uri), ...(mimeType === undefined ? [] : [cleanLine(mimeType, 100)])];
      return textPart(`[resource link: ${about.join(", ")}]${description === "" ? "" : ` ${cleanLine(description, 500)}`}`);
    }
    case "resource":
      return resourcePart(block.resource, host, signal);
  }
};

/** Converts the content of a resource, with its URI. */
const resourcePart = async (resource: McpResourceContent, host: ContentHost, signal: AbortSignal): Promise<ToolResultPart> => {
  const { uri, mimeType = "application/octet-stream" } = resource;
  if ("text" in resource) return textPart(`[resource ${line(uri)}]\n${resource.text}`);
  return bytesPart({ name: line(uri), mediaType: mimeType, data: resource.blob }, host, signal);
};

interface Encoded {
  readonly name: string;
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

/** Returns an image or the text of bytes. Other bytes are saved and described. */
const bytesPart = async ({ name, mediaType, data }: Encoded, host: ContentHost, signal: AbortSignal): Promise<ToolResultPart> => {
  const bytes = Buffer.from(data, "base64");
  const shown = mediaType.startsWith("audio/") ? { problem: "audio cannot be shown" } : await host.read(bytes, name, signal);
  if ("part" in shown) return shown.part;
  if ("text" in shown) return textPart(`[${name}]\n${shown.text}`);
  const note = await saveNote(bytes, host, extensionOf(mediaType));
  return textPart(`[${name}: ${cleanLine(mediaType, 100)}, ${bytes.length} bytes, not shown: ${shown.problem}${note}]`);
};

const extensionOf = (mediaType: string): string => /^[a-z]+\/(?:x-)?([a-z\d]{1,8})$/.exec(mediaType.toLowerCase())?.[1] ?? "bin";

const cutText = async (text: string, host: ContentHost): Promise<string> => {
  const half = MAX_RESULT_LENGTH / 2;
  const note = await saveNote(Buffer.from(text), host);
  const [start, end] = [text.slice(0, half), text.slice(-half)].map((part) => part.toWellFormed());
  return `${start}\n\n[${text.length - 2 * half} characters omitted here${note}]\n\n${end}`;
};

/** Returns a clause with the file that has the bytes. Empty if nothing can be saved. */
const saveNote = async (bytes: Uint8Array, { workspace }: ContentHost, extension?: string): Promise<string> => {
  try {
    const saved = await workspace.saveOutput?.(bytes, extension);
    return saved === undefined ? "" : `; ${saved.complete ? "all of it" : `the first ${saved.bytes} bytes`} can be read in ${saved.path}`;
  } catch (error) {
    return `; it could not be saved: ${error instanceof Error ? error.message : String(error)}`;
  }
};

const textPart = (text: string): ToolResultPart => ({ type: "text", text: withoutHidden(text.replaceAll("\r\n", "\n")) });

/** A URI on one line. */
const line = (uri: string): string => cleanLine(uri, 2000);
