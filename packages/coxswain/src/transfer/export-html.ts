import type { SessionSource } from "./source.ts";

/**
 * Exports a whole session as one page that loads no resources: the active path, with side branches folded into it. All
 * session content is escaped.
 */
export async function* exportHtml(source: SessionSource): AsyncGenerator<string> {
  const { htmlOf } = await import("./html/index.ts");
  yield* htmlOf(source);
}
