export { jsonlStore, type JsonlStoreOptions } from "./jsonl-store.ts";
export { type Collected, collectBlobs, type CollectOptions } from "./blobs/index.ts";
export { indexOf } from "./session-index/index.ts";
export type {
  EntryFacts,
  EntryReader,
  IndexedSession,
  IndexSource,
  ListQuery,
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
export { checkSession, isSound, type Repair, type RepairOptions, repairSession, type SessionCheck } from "./check/index.ts";
export { allSessionFiles, type SessionFile } from "./session-file.ts";
export { textLines } from "./text-lines.ts";
export { type SessionTrash, trashOf, type TrashedSession } from "./session-trash.ts";
