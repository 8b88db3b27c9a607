import { PageWriter } from "./page-writer.ts";

export interface MarkdownPage {
  /** Empty if the page has no title. */
  readonly title: string;
  readonly markdown: string;
  /** True if the whole page was read. False for a page that is nested too deeply or whose output is too long. */
  readonly complete: boolean;
}

/** Characters to parse before yielding to the event loop. */
const STEP = 16_384;

/** Converts the HTML of a page at URL `base`. Runs no scripts and loads no resources. Rejects when `signal` aborts. */
export const htmlToMarkdown = async (html: string, base: string, signal?: AbortSignal): Promise<MarkdownPage> => {
  const { Parser } = await import("htmlparser2");
  const writer = new PageWriter(base);
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  });
  for (let at = 0; at < html.length && !writer.isFull; at += STEP) {
    parser.write(html.slice(at, at + STEP));
    await new Promise((resolve) => void setImmediate(resolve));
    signal?.throwIfAborted();
  }
  const complete = !writer.isFull;
  if (complete) parser.end();
  return { ...writer.finish(), complete };
};
