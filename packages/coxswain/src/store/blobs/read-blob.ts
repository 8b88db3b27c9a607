import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ASIDE, blobName, blobPath, isBlobName, MAX_BLOB_BYTES } from "./blob-file.ts";
import type { Reference } from "./packed-entry.ts";

/**
 * Reads and verifies the content of a reference.
 * @throws {Error} with a message that describes the damage.
 */
export const readBlob = (folder: string, { $blob: name, bytes }: Reference): Promise<Buffer> => readNamed(folder, name, bytes);

/**
 * Reads and verifies content by its name.
 * @param bytes its size, if it is known
 * @throws {Error} with a message that describes the damage.
 */
export const readNamed = async (folder: string, name: string, bytes?: number): Promise<Buffer> => {
  if (!isBlobName(name)) throw new Error("this version does not support its name");
  await using file = await openBlob(folder, name, constants.O_RDONLY);
  const { size } = await file.stat();
  if (size !== (bytes ?? size) || size > MAX_BLOB_BYTES)
    throw new Error(`it has ${size} bytes instead of ${bytes ?? `at most ${MAX_BLOB_BYTES}`}`);
  const content = await file.readFile();
  if (blobName(content) !== name) throw new Error("its bytes were changed");
  return content;
};

/** Maximum number of attempts while collectors have the blob set aside. Each collector can do so once per reference. */
const ATTEMPTS = 10;

/** Opens a blob's file, even while a collector has it set aside. */
export const openBlob = async (folder: string, name: string, flags: number): Promise<FileHandle> => {
  const path = blobPath(folder, name);
  let at = path;
  for (let attempt = 1; ; attempt++) {
    try {
      // Opening a FIFO must not block.
      return await open(at, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === ATTEMPTS) throw error;
      at = at === path ? ((await pathAside(path)) ?? path) : path;
    }
  }
};

const pathAside = async (path: string): Promise<string | undefined> => {
  const names = await readdir(dirname(path)).catch(() => []);
  const aside = names.find((name) => name.startsWith(basename(path) + ASIDE));
  return aside === undefined ? undefined : join(dirname(path), aside);
};
