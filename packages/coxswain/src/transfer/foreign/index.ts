export { claudeImporter } from "./claude.ts";
export { codexImporter } from "./codex.ts";
export type { Importer } from "./importer.ts";
export { parseLine, timeOf } from "./json.ts";
export type { Json } from "./json.ts";
export { SkippedContent } from "./skipped-content.ts";
export { piImporter } from "./pi.ts";
export { EntryWriter } from "./entry-writer.ts";
