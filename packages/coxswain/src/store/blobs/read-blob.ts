import { constants } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ASIDE, blobName, blobPath, isBlobName, MAX_BLOB_BYTES } from "./blob-file.ts";
import type { Reference } from "./reference.ts";

/**
 * The bytes that a reference names, checked.
 * @throws {Error} that says what is wrong with them.
 */
export const readBlob = async (folder: string, { $blob: name, bytes }: Reference): Promise<Buffer> => {
  if (!isBlobName(name)) throw new Error("its name is none that this version knows");
  await using file = await openBlob(folder, name, constants.O_RDONLY);
  const { size } = await file.stat();
  if (size !== bytes || size > MAX_BLOB_BYTES) throw new Error(`it has ${size} bytes instead of ${bytes}`);
  const content = await file.readFile();
  if (blobName(content) !== name) throw new Error("its bytes are not those that were written");
  return content;
};

/** How often a blob is looked for that collectors have aside. Each of them can take it there once after it was named. */
const ATTEMPTS = 10;

/** A blob's file, also while a collector has it aside. */
export const openBlob = async (folder: string, name: string, flags: number): Promise<FileHandle> => {
  const path = blobPath(folder, name);
  let at = path;
  for (let attempt = 1; ; attempt++) {
    try {
      // A fifo in its place would be waited for.
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
