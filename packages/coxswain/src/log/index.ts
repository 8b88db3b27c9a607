export { type Draft, type Entry, isLeaf, type LeafEntry } from "./entry.ts";
export { assertWritable, FORMAT, FORMAT_VERSION, type Header } from "./header.ts";
export type { Fold } from "./fold.ts";
export { decodeEntry, decodeHeader, encode } from "./codec.ts";
export { randomEntryId, sessionId } from "./id.ts";
export { Log, type LogSources } from "./log.ts";
export { isRelocate, type RelocateEntry } from "./relocate-entry.ts";
export { memoryStore, type TrimRule } from "./memory-store.ts";
export type { Damage, FollowOptions, LogFile, Store, StoredSession } from "./store.ts";
export {
  EntryExistsError,
  EntryNotFoundError,
  EntryTooLargeError,
  LogClosedError,
  LogFormatError,
  LogWriteError,
  SessionInUseError,
  SessionNotFoundError,
  type SessionOwner,
} from "./errors.ts";
export { transplant } from "./transplant.ts";
