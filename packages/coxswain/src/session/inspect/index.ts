export type { CacheBreak } from "./cache-break.ts";
export type { ContextItem, ContextKind } from "./context-item.ts";
export { contextReport } from "./context-report.ts";
export type { CacheReport, ContextReport } from "./build-report.ts";
