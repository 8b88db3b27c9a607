import type { ContentStore } from "../base/index.ts";
import { type Damage, type Header, Log, randomEntryId, type Store } from "../log/index.ts";
import { type AnyEntry, asAnyEntries, isValidEntry, type StoredState, storedState } from "../journal/index.ts";

/** Content of a session's log, read without owning the session. */
export interface SessionReading {
  readonly header: Header;
  readonly state: StoredState;
  /** In log order, including those of other branches. */
  readonly entries: readonly AnyEntry[];
  /** Damaged parts of the log. */
  readonly damage: readonly Damage[];
  /** The stored contents of files. Absent: the store has none. */
  readonly contents?: Pick<ContentStore, "get">;
}

/**
 * Reads the current content of a session, whichever process has it open. Takes no lock and changes nothing.
 * @throws {SessionNotFoundError}
 * @throws {LogFormatError}
 */
export const readSession = async (store: Store, id: string): Promise<SessionReading> => {
  const file = await store.open(id);
  try {
    const log = await Log.open(file, { now: Date.now, mint: randomEntryId, isValidEntry: isValidEntry });
    const { contents } = log;
    return {
      header: log.header,
      state: storedState(log),
      entries: asAnyEntries(log.entries),
      damage: log.damage,
      ...(contents === undefined ? {} : { contents }),
    };
  } finally {
    await file.close();
  }
};
