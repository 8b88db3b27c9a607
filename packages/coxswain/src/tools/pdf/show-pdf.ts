import { textResult, ToolError, type ToolResult } from "../../loop/index.ts";
import { plainText } from "../plain-text.ts";
import { readPdf } from "./read-pdf.ts";

export interface ShownPdf {
  readonly bytes: Uint8Array;
  /** Path as shown to the model. */
  readonly shown: string;
  /** First page, counted from 1. */
  readonly offset: number;
  /** Maximum number of pages. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Bytes of text in one result, and the time in milliseconds and memory in bytes for reading. */
export interface PdfLimits {
  readonly bytes: number;
  readonly timeout: number;
  readonly memory: number;
}

/**
 * Formats the text of a PDF's pages, each under a header.
 * @throws {ToolError}
 */
export const showPdf = async ({ bytes, shown, offset, limit, signal }: ShownPdf, limits: PdfLimits): Promise<ToolResult> => {
  const order = { first: offset, count: limit, characters: limits.bytes, timeout: limits.timeout, memory: limits.memory };
  const { pages, texts } = await readPdf(bytes, order, signal).catch((error: unknown) => {
    throw error instanceof ToolError ? new ToolError(`${shown} is a PDF that cannot be shown: ${error.message}.`, { cause: error }) : error;
  });
  if (offset > pages) throw new ToolError(`${shown} has ${pages} pages; offset ${offset} is after its end.`);
  const parts: string[] = [];
  let room = limits.bytes;
  for (const [index, text] of texts.entries()) {
    const page = pageText(text, `--- page ${offset + index} of ${pages} ---`);
    const size = Buffer.byteLength(page) + 1;
    if (size > room && index > 0) break;
    parts.push(size > room ? `${Buffer.from(page).toString("utf8", 0, room)}\n(the rest of this page is omitted)` : page);
    room -= size;
  }
  const last = offset + parts.length - 1;
  const notes = [
    ...(last < pages ? [`pages ${offset} to ${last} of ${pages}; continue with offset ${last + 1}`] : []),
    ...(texts.some((text) => text.trim() === "")
      ? ["pages without text may be images: convert them with bash, for example pdftoppm -r 100 -png, and read the result"]
      : []),
  ];
  const note = notes.length === 0 ? "" : `\n(${notes.join("; ")})`;
  return textResult(parts.join("\n") + note, { path: shown, first: offset, last, pages });
};

const pageText = (text: string, mark: string): string => {
  const plain = plainText(text).trim();
  return `${mark}\n${plain === "" ? "(no text)" : plain}`;
};
