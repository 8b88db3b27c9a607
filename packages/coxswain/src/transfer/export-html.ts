import type { SessionSource } from "./source.ts";

/**
 * A whole session as one page that loads nothing: the way to where the session stands, with what branches off folded in
 * its place. Whatever the session holds is text in it.
 */
export async function* exportHtml(source: SessionSource): AsyncGenerator<string> {
  const { htmlOf } = await import("./html/index.ts");
  yield* htmlOf(source);
}
