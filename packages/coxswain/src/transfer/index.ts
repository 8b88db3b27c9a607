export { ImportError } from "./errors.ts";
export { exportHtml, exportJsonl, exportMarkdown } from "./export.ts";
export { ORIGINS, type Origin, type ImportedSession, type ImportOptions, type ReadLines } from "./imported-session.ts";
export { importSession } from "./import-session.ts";
export type { SessionSource } from "./source.ts";
export { storeImport, type StoredImport } from "./store-import.ts";
