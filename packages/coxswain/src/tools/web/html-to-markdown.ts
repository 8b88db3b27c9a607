import { PageWriter } from "./page-writer.ts";

/** A page as Markdown. */
export interface MarkdownPage {
  /** Empty where it has none. */
  readonly title: string;
  readonly markdown: string;
  /** Whether all of the page was read: one that is nested too deep, or comes out too long, is not. */
  readonly complete: boolean;
}

/** Characters that are read before others have their turn. */
const STEP = 16_384;

/** Takes the HTML of a page that stood at `base`. Nothing of it is run or loaded. Rejects when `signal` aborts. */
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
