import { lstat, opendir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isSavedOutputName } from "./output-capture.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A resumed session may still reference a younger file. */
const MIN_AGE = 7 * DAY;
const MAX_AGE = 30 * DAY;
const MAX_BYTES = 1024 ** 3;
/** Maximum number of entries per run. */
const MOST_FILES = 5000;

/**
 * Deletes saved output: files older than a month, and the oldest files over a week old while the total is above 1 GiB.
 * Safe to run concurrently. `now`: milliseconds since the epoch.
 */
export const removeOldOutput = async (folder: string, now: number): Promise<void> => {
  const files = await outputIn(folder);
  let bytes = files.reduce((sum, file) => sum + file.size, 0);
  for (const { path, size, at } of files.toSorted((one, other) => one.at - other.at)) {
    if (now - at < (bytes > MAX_BYTES ? MIN_AGE : MAX_AGE)) return;
    // Another process may have deleted it already. A file that cannot be deleted only takes up space.
    await unlink(path).catch(() => {});
    bytes -= size;
  }
};

interface OutputFile {
  readonly path: string;
  readonly size: number;
  /** Time of the last write, in milliseconds since the epoch. */
  readonly at: number;
}

/** Returns only files with the names of saved output, since the folder is configurable and may contain other files. */
const outputIn = async (folder: string): Promise<readonly OutputFile[]> => {
  const files: OutputFile[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (!isSavedOutputName(name)) continue;
      const path = join(folder, name);
      const found = await lstat(path).catch(() => undefined);
      if (found?.isFile() === true) files.push({ path, size: found.size, at: found.mtimeMs });
      if (files.length === MOST_FILES) break;
    }
  } catch {
    // A folder that cannot be listed is not cleaned up.
  }
  return files;
};
