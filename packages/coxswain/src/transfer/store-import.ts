import { type Entry, isCheckpoint, type LogFile, SessionNotFoundError, type Store } from "../log/index.ts";
import { ImportError } from "./errors.ts";
import type { ImportedSession } from "./imported-session.ts";

/** Result of an import: `known` if the session already exists, `completed` if an interrupted import was finished. */
export type StoredImport = "stored" | "known" | "completed";

/** Entries per write. */
const BATCH = 256;
/** Approximate characters per write. */
const BATCH_LENGTH = 1_000_000;

/**
 * Stores an imported session under its id. If the session exists, compares the entries: completes an interrupted
 * import, and does not change a session that has continued since.
 * @throws {ImportError} when another session has the id.
 * @throws errors of the store
 */
export const storeImport = async (store: Store, session: ImportedSession): Promise<StoredImport> => {
  const entries = session.entries();
  const file = await openIfThere(store, session.header.id);
  if (file === undefined) {
    const made = await store.create({ ...session.header, imported: { until: session.until } });
    return closing(made, async () => {
      await appendAll(made, entries);
      await made.setTime?.(session.until);
      return "stored";
    });
  }
  return closing(file, async () => {
    const rest = await restAfter(file, entries, session);
    if (rest === undefined) return "known";
    await appendAll(file, entries, rest);
    await file.setTime?.(session.until);
    return "completed";
  });
};

const openIfThere = async (store: Store, id: string): Promise<LogFile | undefined> => {
  try {
    return await store.open(id);
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
};

const closing = async (file: LogFile, act: () => Promise<StoredImport>): Promise<StoredImport> => {
  try {
    return await act();
  } finally {
    await file.close();
  }
};

/**
 * Returns the first entry that is not stored, if all stored entries belong to the import; undefined if the import is
 * complete.
 */
const restAfter = async (file: LogFile, entries: AsyncGenerator<Entry>, { header }: ImportedSession): Promise<Entry | undefined> => {
  for await (const stored of file.read()) {
    // Exports omit checkpoints.
    if (isCheckpoint(stored)) continue;
    const { value, done } = await entries.next();
    // The import is complete, and the session has continued since.
    if (done === true) return undefined;
    if (value.id === stored.id && value.type === stored.type) continue;
    throw new ImportError(
      `Session ${header.id} is there already, and differs from this file: cox sessions delete ${header.id} makes room for it.`,
    );
  }
  const { value, done } = await entries.next();
  return done === true ? undefined : value;
};

const appendAll = async (file: LogFile, entries: AsyncIterable<Entry>, first?: Entry): Promise<void> => {
  let batch: Entry[] = first === undefined ? [] : [first];
  let length = 0;
  for await (const entry of entries) {
    batch.push(entry);
    length += JSON.stringify(entry).length;
    if (batch.length < BATCH && length < BATCH_LENGTH) continue;
    await file.append(batch);
    batch = [];
    length = 0;
  }
  await file.append(batch);
  await file.sync();
};
