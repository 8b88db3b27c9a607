export { type Draft, type Entry, isLeaf, isNumbered, type LeafEntry } from "./entry.ts";
export type { Handed, HandedInbox, HandOver } from "./hand-over.ts";
export { assertWritable, describeHeader, FORMAT, FORMAT_VERSION, type Header, isSubAgent } from "./header.ts";
export type { Fold } from "./fold.ts";
export type { Horizon, KeptFolds } from "./kept-folds.ts";
export { checkpointDraft, type CheckpointEntry, isCheckpoint, type Route } from "./checkpoint.ts";
export { decodeEntry, decodeHeader, encode } from "./codec.ts";
export { randomEntryId, sessionId } from "./id.ts";
export { Log, type LogSources } from "./log.ts";
export { isRelocate, type RelocateEntry } from "./relocate-entry.ts";
export { memoryStore, type TrimRule } from "./memory-store.ts";
export type { Damage } from "./damage.ts";
export type { FollowOptions, LogFile, Recent, RemoveOptions, Store, StoredFilter, StoredSession } from "./store.ts";
export {
  EntryExistsError,
  EntryNotFoundError,
  EntryTooLargeError,
  FoldNotKeptError,
  LogClosedError,
  LogFormatError,
  LogWriteError,
  SessionInUseError,
  SessionNotFoundError,
  type SessionOwner,
} from "./errors.ts";
export { transplant } from "./transplant.ts";
export { Tree } from "./tree.ts";
