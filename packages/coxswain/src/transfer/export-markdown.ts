import type { SessionSource } from "./source.ts";

/** Exports the active path of a session as readable Markdown. Other branches are only counted. */
export async function* exportMarkdown(source: SessionSource): AsyncGenerator<string> {
  const { markdownOf } = await import("./markdown/index.ts");
  yield* markdownOf(source);
}
