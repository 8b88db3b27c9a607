import { encode, isCheckpoint } from "../log/index.ts";
import type { SessionSource } from "./source.ts";
import { visibleJson } from "./visible.ts";
import { without } from "./without.ts";

/**
 * Exports a whole session as JSON lines that can be imported again: the header, then one complete entry per line. Omits
 * entries that are derived from others and valid only in their own file. The output is safe to show in a terminal.
 */
export async function* exportJsonl(source: SessionSource): AsyncGenerator<string> {
  yield `${visibleJson(encode(source.header))}\n`;
  for await (const entry of without(source.read(), isCheckpoint)) yield `${visibleJson(encode(entry))}\n`;
}

/**
 * Exports a whole session as one page that loads no resources: the active path, with side branches folded into it. All
 * session content is escaped.
 */
export async function* exportHtml(source: SessionSource): AsyncGenerator<string> {
  const { htmlOf } = await import("./html/index.ts");
  yield* htmlOf(source);
}

/** Exports the active path of a session as readable Markdown. Other branches are only counted. */
export async function* exportMarkdown(source: SessionSource): AsyncGenerator<string> {
  const { markdownOf } = await import("./markdown/index.ts");
  yield* markdownOf(source);
}
