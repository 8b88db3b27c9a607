import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { nameOfFile } from "./blob-file.ts";

/** A file in the folder of blobs: a blob, one that is being written, or one that a collector has aside. */
export interface BlobFile {
  readonly path: string;
  /** Of the blob. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the epoch, with fractions: when it was last named. */
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

/** When a blob's file was last named; undefined when it is not there. */
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
