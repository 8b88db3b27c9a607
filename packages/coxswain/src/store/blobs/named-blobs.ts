import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isBlobName } from "./blob-file.ts";

const BLOCK_BYTES = 1024 * 1024;
const BEGINNING = Buffer.from("sha256-");
const NAME_BYTES = BEGINNING.length + 64;
/** Not to be opened: closing it would free the lock that a session of this process has on it. */
const LOCK = /^[^.]*\.(?:lock|owner)/;

/**
 * Tells the names of all blobs that any file of a sessions directory names: logs of every project, what was set aside
 * beside them, the trash. Bytes are looked at and not entries, so that a damaged line still keeps its content. A name
 * may be told often.
 */
export const findNames = async (directory: string, blobs: string, found: (name: string) => void): Promise<void> => {
  const scanned = new Set<string>();
  // A log that is moved while we look stands in a folder that we have been to: until nothing new is found.
  for (let grew = true; grew;) {
    grew = false;
    for (const path of await filesBelow(directory, blobs)) {
      if (scanned.has(path) || !(await scan(path, found))) continue;
      scanned.add(path);
      grew = true;
    }
  }
};

/** The files of all folders in a directory. */
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

/** False when the file is not there any more: wherever it is now, it is found there. */
const scan = async (path: string, found: (name: string) => void): Promise<boolean> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessAbsent);
  if (file === undefined) return false;
  await using _ = file;
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let kept = 0, read = -1; read !== 0;) {
    ({ bytesRead: read } = await file.read(buffer, kept, buffer.length - kept));
    const filled = kept + read;
    namesIn(buffer.subarray(0, filled), found);
    // A name may go on in the next block.
    kept = Math.min(filled, NAME_BYTES - 1);
    buffer.copyWithin(0, filled - kept, filled);
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
