import type { SessionSource } from "./source.ts";

/** What was said and done on the way to where a session stands, as Markdown to read. Other branches are only counted. */
export async function* exportMarkdown(source: SessionSource): AsyncGenerator<string> {
  const { markdownOf } = await import("./markdown/index.ts");
  yield* markdownOf(source);
}
