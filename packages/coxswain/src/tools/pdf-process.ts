/** Request to the process that reads a PDF. */
export interface PdfOrder {
  /** First page, counted from 1. */
  readonly first: number;
  readonly count: number;
  /** Maximum number of characters. The last page is truncated and no further page is read. */
  readonly characters: number;
  /** Memory limit of the process in bytes. */
  readonly memory: number;
  /** Timeout in milliseconds after which the process exits. A fallback for the parent's timeout. */
  readonly timeout: number;
}

export interface PdfPages {
  /** Number of pages in the document. */
  readonly pages: number;
  /** Text of each page from the first requested one on. Empty for a page without text. */
  readonly texts: readonly string[];
}

/** Reason why the document has no pages to show, as pdf.js reports it. */
export interface PdfFault {
  readonly fault: string;
}

/** Interval of the memory check. V8's own limit excludes buffers, and a compressed stream expands into one. */
const WATCH_MS = 20;

/** Separate thread: the main thread is busy with the document, possibly forever. */
const WATCH = `
const { memory, end } = require("node:worker_threads").workerData;
setInterval(() => {
  if (process.memoryUsage.rss() > memory || Date.now() > end) process.kill(process.pid, "SIGKILL");
}, ${WATCH_MS});`;

/**
 * Code that a separate process runs: a malicious document can use unlimited time or memory. `module` is the location
 * for that process to import: this file, or the chunk that contains it. A single export, so that a bundler keeps all of
 * it.
 */
export const pdfProcess = {
  module: import.meta.url,

  /** Reads a document from standard input and writes the result as JSON to standard output. */
  async run(order: PdfOrder): Promise<void> {
    const { Worker } = await import("node:worker_threads");
    const watch = new Worker(WATCH, { eval: true, workerData: { memory: order.memory, end: Date.now() + order.timeout } });
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    const answer = await pagesOf(new Uint8Array(Buffer.concat(chunks.splice(0))), order);
    process.stdout.write(JSON.stringify(answer));
    await watch.terminate();
  },
};

const pagesOf = async (bytes: Uint8Array, { first, count, characters }: PdfOrder): Promise<PdfPages | PdfFault> => {
  const { getDocumentProxy } = await import("unpdf");
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false, disableFontFace: true });
    const texts: string[] = [];
    let size = 0;
    for (let page = first; page < Math.min(first + count, document.numPages + 1) && size < characters; page++) {
      const { items } = await (await document.getPage(page)).getTextContent();
      const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
      texts.push(text.slice(0, characters));
      size += text.length;
    }
    return { pages: document.numPages, texts };
  } catch (error) {
    return { fault: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
};
