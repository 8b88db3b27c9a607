import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { catchUp } from "./catch-up.ts";
import type { EntryReader } from "./entry-facts.ts";
import { type FoundFile, scanFiles } from "./scan-files.ts";
import { isUnchanged, type SessionRows, sessionRows } from "./session-rows.ts";
import { transaction } from "./transaction.ts";

/** Bytes of session files that are read in one transaction: others wait no longer, and a kill loses no more. */
const BATCH_BYTES = 16 * 1024 * 1024;
/** What opening a file counts for beside its bytes. */
const OPENING_BYTES = 64 * 1024;

/**
 * Makes the index say what the session files say: reads what grew since it was last asked, from where it ended, and anew
 * what shrank, moved or was replaced. Gives way to whatever else the process does after each batch.
 */
export const refresh = async (database: DatabaseSync, directory: string, reader: EntryReader): Promise<void> => {
  const { gone, behind } = compare(database, directory);
  if (gone.length === 0 && behind.length === 0) return;

  const rows = sessionRows(database);
  transaction(database, () => gone.forEach((path) => forget(rows, path)));
  while (behind.length > 0) {
    transaction(database, () => {
      for (let budget = BATCH_BYTES; budget > 0; budget -= OPENING_BYTES) {
        const file = behind.at(-1);
        if (file === undefined) return;
        const { bytes, isDone } = catchUp(rows, directory, file, reader, budget);
        if (isDone) behind.pop();
        budget -= bytes;
      }
    });
    await setImmediate();
  }
};

const forget = (rows: SessionRows, path: string): void => {
  const known = rows.of(path);
  if (known !== undefined) rows.remove(known.number);
};

/** The paths of rows whose files are gone, and the files that are not as they were read. */
const compare = (database: DatabaseSync, directory: string) => {
  const statement = database.prepare("SELECT path, size, changed FROM sessions");
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as readonly [path: string, size: number, changed: number][];
  const unseen = new Map(rows.map((row) => [row[0], row]));
  const behind: FoundFile[] = [];
  for (const file of scanFiles(directory)) {
    const row = unseen.get(file.path);
    unseen.delete(file.path);
    if (row === undefined || !isUnchanged({ size: row[1], changed: row[2] }, file.stats)) behind.push(file);
  }
  return { gone: [...unseen.keys()], behind };
};
