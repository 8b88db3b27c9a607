export { ImportError } from "./errors.ts";
export { exportHtml } from "./export-html.ts";
export { exportJsonl } from "./export-jsonl.ts";
export { exportMarkdown } from "./export-markdown.ts";
export { type ImportEntry, type Origin, ORIGINS } from "./import-entry.ts";
export type { ImportedSession, ImportOptions, ReadLines } from "./imported-session.ts";
export { importSession } from "./import-session.ts";
export type { SessionSource } from "./source.ts";
export { type StoredImport, storeImport } from "./store-import.ts";
