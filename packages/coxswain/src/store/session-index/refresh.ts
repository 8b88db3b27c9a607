import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { catchUp } from "./catch-up.ts";
import type { EntryReader } from "./entry-facts.ts";
import { type FoundFile, scanFiles } from "./scan-files.ts";
import { isUnchanged, type SessionRows, sessionRows } from "./session-rows.ts";
import { transaction } from "./transaction.ts";

/**
 * Maximum bytes of session files per transaction, which bounds the waiting time of others and the loss after a kill.
 */
const BATCH_BYTES = 16 * 1024 * 1024;
/** Cost of opening a file, in bytes. */
const OPENING_BYTES = 64 * 1024;

/**
 * Updates the index from the session files: reads appended content, and rereads files that shrank, moved or were
 * replaced. Yields to the event loop after each batch.
 */
export const refresh = async (database: DatabaseSync, directory: string, reader: EntryReader): Promise<void> => {
  const { missing, outdated } = compare(database, directory);
  if (missing.length === 0 && outdated.length === 0) return;

  const rows = sessionRows(database);
  transaction(database, () => missing.forEach((path) => forget(rows, path)));
  while (outdated.length > 0) {
    transaction(database, () => {
      for (let budget = BATCH_BYTES; budget > 0; budget -= OPENING_BYTES) {
        const file = outdated.at(-1);
        if (file === undefined) return;
        const { bytes, isDone } = catchUp(rows, directory, file, reader, budget);
        if (isDone) outdated.pop();
        budget -= bytes;
      }
    });
    await setImmediate();
  }
};

const forget = (rows: SessionRows, path: string): void => {
  const indexed = rows.of(path);
  if (indexed !== undefined) rows.remove(indexed.number);
};

/** Returns the paths of rows without a file, and the files that have changed since they were read. */
const compare = (database: DatabaseSync, directory: string) => {
  const statement = database.prepare("SELECT path, size, changed FROM sessions");
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as readonly [path: string, size: number, changed: number][];
  const unseen = new Map(rows.map((row) => [row[0], row]));
  const outdated: FoundFile[] = [];
  for (const file of scanFiles(directory)) {
    const row = unseen.get(file.path);
    unseen.delete(file.path);
    if (row === undefined || !isUnchanged({ size: row[1], changed: row[2] }, file.stats)) outdated.push(file);
  }
  return { missing: [...unseen.keys()], outdated };
};
