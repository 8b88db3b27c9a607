export { checkpointDraft, isCheckpoint, type CheckpointEntry, type Route } from "./checkpoint.ts";
export { decodeEntry, decodeHeader, encode } from "./codec.ts";
export { type Damage, isLeaf, isNumbered, type Draft, type Entry, type LeafEntry, isRelocate, type RelocateEntry } from "./entry.ts";
export {
  EntryExistsError,
  EntryNotFoundError,
  EntryTooLargeError,
  FoldNotDeclaredError,
  LogClosedError,
  LogFormatError,
  LogWriteError,
  SessionInUseError,
  SessionNotFoundError,
  type SessionOwner,
} from "./errors.ts";
export type { Fold, Horizon, StoredFolds } from "./fold.ts";
export type { MailboxMessage, OwnerMailbox, Mailbox } from "./mailbox.ts";
export { assertWritable, describeHeader, FORMAT, FORMAT_VERSION, isSubAgent, isUntouchedImport, type Header } from "./header.ts";
export { randomEntryId, sessionId } from "./id.ts";
export { Log, type LogSources } from "./log.ts";
export { entryList, type Path } from "./path.ts";
export { memoryStore, type TrimRule } from "./memory-store.ts";
export type { FollowOptions, LogFile, Recent, RemoveOptions, Store, StoredFilter, StoredSession } from "./store.ts";
export { rebasePath } from "./rebase-path.ts";
export { Tree } from "./tree.ts";
