import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isBlobName } from "./blob-file.ts";

const BLOCK_BYTES = 1024 * 1024;
const BEGINNING = Buffer.from("sha256-");
const NAME_BYTES = BEGINNING.length + 64;
/** Lock files must not be opened: closing one would release the lock of a session in this process. */
const LOCK = /^[^.]*\.(?:lock|owner)/;

/**
 * Calls `found` with the names of all blobs referenced by any file of a sessions directory: logs of all projects, files
 * set aside next to them, the trash. It scans bytes, not entries, so that a damaged line still preserves its content. A
 * name may be reported several times.
 */
export const findNames = async (directory: string, blobs: string, found: (name: string) => void): Promise<void> => {
  const scanned = new Set<string>();
  // A log may move into a folder that was already scanned, so repeat until nothing new is found.
  for (let grew = true; grew;) {
    grew = false;
    for (const path of await filesBelow(directory, blobs)) {
      if (scanned.has(path) || !(await scan(path, found))) continue;
      scanned.add(path);
      grew = true;
    }
  }
};

/** Returns the files in all folders of a directory. */
const filesBelow = async (directory: string, blobs: string): Promise<readonly string[]> => {
  const folders = (await listed(directory)).filter((entry) => entry.isDirectory()).map(({ name }) => join(directory, name));
  const files: string[] = [];
  for (const waiting = folders.filter((folder) => folder !== blobs); waiting.length > 0;) {
    const folder = waiting.pop() ?? "";
    for (const entry of await listed(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile() && !LOCK.test(entry.name)) files.push(path);
    }
  }
  return files;
};

/** Returns false if the file does not exist. It may have moved, and is then found at its new path. */
const scan = async (path: string, found: (name: string) => void): Promise<boolean> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessAbsent);
  if (file === undefined) return false;
  await using _ = file;
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let carried = 0, read = -1; read !== 0;) {
    ({ bytesRead: read } = await file.read(buffer, carried, buffer.length - carried));
    const filled = carried + read;
    namesIn(buffer.subarray(0, filled), found);
    // A name may continue in the next block.
    carried = Math.min(filled, NAME_BYTES - 1);
    buffer.copyWithin(0, filled - carried, filled);
  }
  return true;
};

const namesIn = (bytes: Buffer, found: (name: string) => void): void => {
  for (let at = bytes.indexOf(BEGINNING); at >= 0; at = bytes.indexOf(BEGINNING, at + 1)) {
    const name = bytes.toString("latin1", at, at + NAME_BYTES);
    if (isBlobName(name)) found(name);
  }
};

const listed = async (folder: string) => (await readdir(folder, { withFileTypes: true }).catch(unlessAbsent)) ?? [];

const unlessAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
