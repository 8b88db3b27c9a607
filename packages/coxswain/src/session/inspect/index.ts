export type { CacheBreak } from "./cache-break.ts";
export type { ContextItem, ContextKind } from "./context-item.ts";
export type { CacheReport, ContextReport } from "./context-report.ts";
export { contextReport } from "./load-report.ts";
