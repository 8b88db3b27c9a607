export { checkpointDraft, isCheckpoint } from "./checkpoint.ts";
export type { CheckpointEntry, Route } from "./checkpoint.ts";
export { decodeEntry, decodeHeader, encode } from "./codec.ts";
export type { Damage } from "./damage.ts";
export { isLeaf, isNumbered } from "./entry.ts";
export type { Draft, Entry, LeafEntry } from "./entry.ts";
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
} from "./errors.ts";
export type { SessionOwner } from "./errors.ts";
export type { Fold } from "./fold.ts";
export type { MailboxMessage, OwnerMailbox, Mailbox } from "./hand-over.ts";
export { assertWritable, describeHeader, FORMAT, FORMAT_VERSION, isSubAgent } from "./header.ts";
export type { Header } from "./header.ts";
export { randomEntryId, sessionId } from "./id.ts";
export type { Horizon, KeptFolds } from "./kept-folds.ts";
export { Log } from "./log.ts";
export type { LogSources } from "./log.ts";
export { memoryStore } from "./memory-store.ts";
export type { TrimRule } from "./memory-store.ts";
export { isRelocate } from "./relocate-entry.ts";
export type { RelocateEntry } from "./relocate-entry.ts";
export type { FollowOptions, LogFile, Recent, RemoveOptions, Store, StoredFilter, StoredSession } from "./store.ts";
export { rebasePath } from "./transplant.ts";
export { Tree } from "./tree.ts";
