import { textResult, ToolError, type ToolResult } from "../loop/index.ts";
import { plainText } from "./plain-text.ts";
import type { PdfFault, PdfOrder, PdfPages } from "./pdf-process.ts";

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

/** Formats the text of a page below its header. */
export const pageText = (text: string, mark: string): string => {
  const plain = plainText(text).trim();
  return `${mark}\n${plain === "" ? "(no text)" : plain}`;
};

/** Imports and runs `pdfProcess` in the child process. */
const BEGIN = "import(process.argv[1]).then(({ pdfProcess }) => pdfProcess.run(JSON.parse(process.argv[2])))";

/** Forbids writing files and starting programs. Allows a worker for the memory check. */
const MAY_ONLY_READ = ["--permission", "--allow-worker", "--allow-fs-read=*"];

/**
 * Returns the text of a PDF's pages. A separate process reads it, without environment variables, file writes and child
 * processes, and is killed when it exceeds its time or memory limit.
 * @throws {ToolError} with the reason in one clause
 */
export const readPdf = async (bytes: Uint8Array, order: PdfOrder, signal: AbortSignal): Promise<PdfPages> => {
  const [{ spawn }, { pdfProcess }] = await Promise.all([import("node:child_process"), import("./pdf-process.ts")]);
  const late = AbortSignal.timeout(order.timeout);
  const heap = `--max-old-space-size=${Math.ceil(order.memory / 2 ** 20)}`;
  const child = spawn(
    process.execPath,
    [...MAY_ONLY_READ, heap, "--no-warnings", "--eval", BEGIN, "--", pdfProcess.module, JSON.stringify(order)],
    { env: {}, stdio: ["pipe", "pipe", "ignore"], signal: AbortSignal.any([late, signal]), killSignal: "SIGKILL" },
  );
  const answered: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => answered.push(chunk));
  // The process may exit before it has read all input.
  child.stdin.on("error", () => {}).end(bytes);
  const ended = await new Promise<number | NodeJS.Signals>((resolve) => {
    // An abort emits an error before the close event.
    child.once("close", (code, killedBy) => resolve(code ?? killedBy ?? 0)).on("error", () => {});
  });
  if (signal.aborted) throw new ToolError("the call was cancelled");
  if (late.aborted) throw new ToolError(`reading it took longer than ${order.timeout} ms`);
  // Killed by its own memory check or by V8.
  if (ended === "SIGKILL" || ended === "SIGABRT" || ended === 134) throw new ToolError("reading it needed too much memory");
  if (ended !== 0) throw new ToolError(`the process that reads it ended with ${ended}`);
  const answer = JSON.parse(Buffer.concat(answered).toString()) as PdfPages | PdfFault;
  if ("fault" in answer) throw new ToolError(meaning(answer.fault));
  return answer;
};

const LONGEST = 120;

const meaning = (fault: string): string => {
  if (fault.startsWith("PasswordException")) return "it is encrypted and needs a password";
  return `it is damaged (${fault.replaceAll(/\s+/g, " ").slice(0, LONGEST).toWellFormed()})`;
};
