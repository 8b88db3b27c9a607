import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { nameOfFile } from "./blob-file.ts";

/** A file in the folder of blobs: a blob, an incomplete one, or one that a collector has set aside. */
export interface BlobFile {
  readonly path: string;
  /** Name of the blob. */
  readonly name: string;
  readonly bytes: number;
  /** Time of the last reference, in milliseconds since the epoch, with fractions. */
  readonly usedAt: number;
}

export const blobFiles = async (folder: string): Promise<readonly BlobFile[]> => {
  const found: BlobFile[] = [];
  for (const subfolder of await namesIn(folder)) {
    const files = await namesIn(join(folder, subfolder));
    found.push(...(await Promise.all(files.map((file) => describe(folder, subfolder, file)))).flat());
  }
  return found;
};

/** Returns when a blob was last referenced, or undefined if its file does not exist. */
export const usedAt = async (path: string): Promise<number | undefined> => (await lstat(path).catch(absent))?.mtimeMs;

const describe = async (folder: string, subfolder: string, file: string): Promise<readonly BlobFile[]> => {
  const name = nameOfFile(subfolder, file);
  if (name === undefined) return [];
  const path = join(folder, subfolder, file);
  const stats = await lstat(path).catch(absent);
  return stats?.isFile() === true ? [{ path, name, bytes: stats.size, usedAt: stats.mtimeMs }] : [];
};

const namesIn = async (folder: string): Promise<readonly string[]> => (await readdir(folder).catch(absent)) ?? [];

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
};
