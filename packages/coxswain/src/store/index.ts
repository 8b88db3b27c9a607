export { collectBlobs } from "./blobs/index.ts";
export type { Collected, CollectOptions } from "./blobs/index.ts";
export { checkSession, isIntact, repairSession } from "./check/index.ts";
export type { Repair, RepairOptions, SessionCheck } from "./check/index.ts";
export { jsonlStore } from "./jsonl-store.ts";
export type { JsonlStoreOptions } from "./jsonl-store.ts";
export { sessionOwner } from "./lock/index.ts";
export { allSessionFiles } from "./session-file.ts";
export type { SessionFile } from "./session-file.ts";
export { indexOf } from "./session-index/index.ts";
export type {
  EntryFacts,
  EntryReader,
  IndexedSession,
  IndexSource,
  IndexedPrompt,
  ListQuery,
  PromptQuery,
  SearchHit,
  SearchQuery,
  SessionIndex,
  Speaker,
  Spending,
  UsageLine,
  UsageQuery,
  UsageReport,
  UsageSum,
} from "./session-index/index.ts";
export { trashOf } from "./session-trash.ts";
export type { SessionTrash, TrashedSession } from "./session-trash.ts";
export { textLines } from "./text-lines.ts";
