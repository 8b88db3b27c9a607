/** What a process is to read of a document. */
export interface PdfOrder {
  /** The first page, counted from 1. */
  readonly first: number;
  readonly count: number;
  /** Characters after which no further page is begun, and a page is cut. */
  readonly characters: number;
  /** Bytes that the process may take, all in all. */
  readonly memory: number;
  /** Milliseconds after which it ends itself, should nobody else do. */
  readonly timeout: number;
}

export interface PdfPages {
  /** How many the document has. */
  readonly pages: number;
  /** The text of each from the first that was wanted on; empty where a page has none. */
  readonly texts: readonly string[];
}

/** Why a document has no pages to show, as pdf.js says it. */
export interface PdfFault {
  readonly fault: string;
}

/** How often the process's memory is looked at. V8's own limit counts no buffers, and a packed stream unpacks into one. */
const WATCH_MS = 20;

/** A thread of its own: the first one is busy with the document, maybe for ever. */
const WATCH = `
const { memory, end } = require("node:worker_threads").workerData;
setInterval(() => {
  if (process.memoryUsage.rss() > memory || Date.now() > end) process.kill(process.pid, "SIGKILL");
}, ${WATCH_MS});`;

/**
 * What a process of its own runs: a document can be made to take for ever, or all of the memory. `module` is where that process finds it:
 * this file, or the chunk that it was bundled into. It is one name, so that a bundler keeps all of it.
 */
export const pdfProcess = {
  module: import.meta.url,

  /** Answers, as JSON on standard output, with what is in the document on standard input. */
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
