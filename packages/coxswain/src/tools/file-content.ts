import { ToolError } from "../loop/index.ts";
import type { ImagePart } from "../model/index.ts";
import { readImage, shownImage } from "./image.ts";
import { LIMITS } from "./limits.ts";
import { decodeText } from "./text-file.ts";

/** The content of a file for the model: an image, text, or the reason why it has neither, as a clause. */
export type FileContent = { readonly part: ImagePart } | { readonly text: string } | { readonly problem: string };

const { pages, pdfTimeout } = LIMITS.read;

/** Limits for a PDF: characters of text, and time and memory of the process that reads it. */
const PDF = { first: 1, count: pages * 10, characters: 500_000, timeout: pdfTimeout, memory: 512_000_000 };

/** Reads a whole file by its content, whatever its name is. */
export const fileContent = async (bytes: Uint8Array, name: string, signal: AbortSignal): Promise<FileContent> => {
  const image = readImage(bytes);
  if (image !== undefined) return shownImage(image, bytes, name);
  if (isPdf(bytes)) return pdfContent(bytes, signal);
  const decoded = decodeText(bytes);
  if (decoded === undefined || (decoded.encoding === "latin-1" && BINARY.test(decoded.text))) return { problem: "it is binary" };
  return { text: decoded.text };
};

/** Checks the first bytes. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 5)).toString("latin1") === "%PDF-";

/** Control characters that no text in a single-byte encoding has. */
const BINARY = /[^\P{Cc}\s\u0080-\u009F]/u;

const pdfContent = async (bytes: Uint8Array, signal: AbortSignal): Promise<FileContent> => {
  const { pageText, readPdf } = await import("./pdf.ts");
  try {
    const read = await readPdf(bytes, PDF, signal);
    const omitted = read.texts.length < read.pages ? [`(pages after ${read.texts.length} are omitted)`] : [];
    const texts = read.texts.map((text, index) => pageText(text, `--- page ${index + 1} of ${read.pages} ---`));
    return { text: [...texts, ...omitted].join("\n") };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { problem: error.message };
  }
};
