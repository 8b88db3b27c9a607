export { exportHtml } from "./html/index.ts";
export { exportJsonl } from "./export-jsonl.ts";
export { exportMarkdown } from "./markdown/index.ts";
export { type ImportEntry, type Origin, ORIGINS } from "./import-entry.ts";
export type { SessionSource } from "./source.ts";
