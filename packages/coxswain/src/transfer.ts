/** coxswain/transfer: exports and imports of sessions. */

export { exportHtml, exportJsonl, exportMarkdown, ImportError, importSession, ORIGINS, storeImport } from "./transfer/index.ts";
export type { ImportedSession, ImportOptions, Origin as ImportOrigin, ReadLines, SessionSource, StoredImport } from "./transfer/index.ts";
