import { type Damage, type Header, Log, randomEntryId, type Store } from "../log/index.ts";
import { type AnyEntry, asAnyEntries, isValidEntry, type StoredState, storedState } from "../journal/index.ts";

/** A session as its log has it, without owning it. */
export interface SessionReading {
  readonly header: Header;
  readonly state: StoredState;
  /** In the order of the log, those of other branches too. */
  readonly entries: readonly AnyEntry[];
  /** What was not whole. */
  readonly damage: readonly Damage[];
}

/**
 * What is in a session now, whoever has it open: nothing is locked and nothing is changed.
 * @throws {SessionNotFoundError}
 * @throws {LogFormatError}
 */
export const readSession = async (store: Store, id: string): Promise<SessionReading> => {
  const file = await store.open(id);
  try {
    const log = await Log.open(file, { now: Date.now, mint: randomEntryId, isValidEntry: isValidEntry });
    return { header: log.header, state: storedState(log), entries: asAnyEntries(log.entries), damage: log.damage };
  } finally {
    await file.close();
  }
};
