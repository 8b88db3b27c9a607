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

/** A blob's file, also while the collector has it aside. */
export const openBlob = async (folder: string, name: string, flags: number): Promise<FileHandle> => {
  const path = blobPath(folder, name);
  const openAt = (at: string): Promise<FileHandle> => open(at, flags | constants.O_NOFOLLOW);
  return openAt(path)
    .catch(async (error: unknown) => openAt((await pathAside(path)) ?? rethrow(error)))
    .catch(() => openAt(path)); // it was put back meanwhile
};

const pathAside = async (path: string): Promise<string | undefined> => {
  const names = await readdir(dirname(path)).catch(() => []);
  const aside = names.find((name) => name.startsWith(basename(path) + ASIDE));
  return aside === undefined ? undefined : join(dirname(path), aside);
};

const rethrow = (error: unknown): never => {
  throw error;
};
