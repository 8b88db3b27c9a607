/** coxswain/store: session files, their index and repair, and messages to the owner of a session. */

export {
  checkSession,
  lostSessions,
  sendAnswerToOwner,
  sendInterruptToOwner,
  sendToOwner,
  sessionIndex,
  sessionTrash,
} from "./runtime/index.ts";
export type { EntryEvent, MailboxReceipt, SendAnswerToOwnerOptions, SendToOwnerOptions } from "./runtime/index.ts";
export { EntryNotFoundError, EntryTooLargeError, FoldNotDeclaredError, LogClosedError } from "./log/index.ts";
export type {
  CheckpointEntry,
  Damage,
  Draft,
  Fold,
  FollowOptions,
  Header,
  LeafEntry,
  LogFile,
  Mailbox,
  MailboxMessage,
  OwnerMailbox,
  RelocateEntry,
  RemoveOptions,
  SessionOwner,
  StoredFilter,
  TrimRule,
} from "./log/index.ts";
export { allSessionFiles, collectBlobs, isIntact, sessionOwner, textLines } from "./store/index.ts";
export type {
  Collected,
  CollectOptions,
  IndexedSession,
  IndexSource,
  IndexedPrompt,
  JsonlStoreOptions,
  ListQuery,
  PromptQuery,
  Repair,
  RepairOptions,
  SearchHit,
  SearchQuery,
  SessionCheck,
  SessionFile,
  SessionIndex,
  SessionTrash,
  Speaker,
  TrashedSession,
  UsageLine,
  UsageQuery,
  UsageReport,
  UsageSum,
} from "./store/index.ts";
