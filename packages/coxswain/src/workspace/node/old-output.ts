import { lstat, opendir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { isOutputName } from "./spill-folder.ts";

const DAY = 24 * 60 * 60 * 1000;
/** A session that is gone on with may still name a file that is younger. */
const KEPT = 7 * DAY;
const KEPT_AT_MOST = 30 * DAY;
const MAX_BYTES = 1024 ** 3;
/** Entries that are looked at in one go. */
const MOST_FILES = 5000;

/**
 * Takes away output that was kept: what is a month old, and of what is a week old the oldest, while all of it together is over 1 GiB. Several
 * processes may do so at once. `now`: milliseconds since the epoch.
 */
export const removeOldOutput = async (folder: string, now: number): Promise<void> => {
  const files = await outputIn(folder);
  let bytes = files.reduce((sum, file) => sum + file.size, 0);
  for (const { path, size, at } of files.toSorted((one, other) => one.at - other.at)) {
    if (now - at < (bytes > MAX_BYTES ? KEPT : KEPT_AT_MOST)) return;
    // Another process may have been quicker, and one that cannot be removed is in nobody's way but the disk's.
    await unlink(path).catch(() => {});
    bytes -= size;
  }
};

interface KeptFile {
  readonly path: string;
  readonly size: number;
  /** When it was last written to, in milliseconds since the epoch. */
  readonly at: number;
}

/** Only files that have the names of kept output: a folder that somebody named may hold other things. */
const outputIn = async (folder: string): Promise<readonly KeptFile[]> => {
  const files: KeptFile[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (!isOutputName(name)) continue;
      const path = join(folder, name);
      const found = await lstat(path).catch(() => undefined);
      if (found?.isFile() === true) files.push({ path, size: found.size, at: found.mtimeMs });
      if (files.length === MOST_FILES) break;
    }
  } catch {
    // What cannot be listed cannot be put in order.
  }
  return files;
};
