export type { CacheBreak } from "./cache-break.ts";
export type { ContextItem, ContextKind } from "./context-item.ts";
export { type CacheReport, contextReport, type ContextReport } from "./context-report.ts";
