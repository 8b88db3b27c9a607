import type { Stats } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { catchUp } from "./catch-up.ts";
import type { EntryReader } from "./entry-facts.ts";
import { scanFiles } from "./scan-files.ts";
import { isUnchanged, sessionRows } from "./session-rows.ts";
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
  const files = scanFiles(directory);
  const { gone, behind } = compare(database, files);
  if (gone.length === 0 && behind.length === 0) return;

  const rows = sessionRows(database);
  transaction(database, () => gone.forEach((number) => rows.remove(number)));
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

/** The rows whose files are gone, and the files that are not as they were read. */
const compare = (database: DatabaseSync, files: ReadonlyMap<string, Stats>) => {
  const statement = database.prepare("SELECT number, path, size, changed, device, inode FROM sessions");
  statement.setReturnArrays(true);
  const gone: number[] = [];
  const behind = new Map(files);
  for (const row of statement.all()) {
    const [number, path, size, changed, device, inode] = row as unknown as [number, string, number, number, number, number];
    const stats = files.get(path);
    if (stats === undefined) gone.push(number);
    else if (isUnchanged({ size, changed, device, inode }, stats)) behind.delete(path);
  }
  return { gone, behind: [...behind] };
};
