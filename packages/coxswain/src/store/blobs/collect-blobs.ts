import { link, rename, rm, lstat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { randomEntryId } from "../../log/index.ts";
import { blobsFolder } from "../session-file.ts";
import { ASIDE, blobPath, NEW, nameOfFile } from "./blob-file.ts";
import { findNames } from "./named-blobs.ts";

export interface CollectOptions {
  /** The store's directory. */
  readonly directory: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Content used within this many milliseconds is not deleted. Default: one day. */
  readonly grace?: number;
}

/** Deleted content. */
export interface Collected {
  readonly blobs: number;
  readonly bytes: number;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Deletes content that no session references, including sessions in the trash. Safe to run concurrently with open
 * sessions and with itself; docs/architecture/blobs.md explains why. Nothing is deleted if a file that may reference
 * content cannot be read.
 */
export const collectBlobs = async ({ directory, now, grace = DAY }: CollectOptions): Promise<Collected> => {
  const folder = blobsFolder(directory);
  const files = (await blobFiles(folder)).filter((file) => file.usedAt < now - grace || basename(file.path).includes(ASIDE));
  const unreferenced = new Set(files.map(({ name }) => name));
  if (files.length > 0) await findNames(directory, folder, (name) => unreferenced.delete(name));

  let blobs = 0;
  let bytes = 0;
  for (const file of files) {
    const unused = unreferenced.has(file.name) && file.usedAt < now - grace;
    if (!(await settle(file, blobPath(folder, file.name), unused))) continue;
    blobs += 1;
    bytes += file.bytes;
  }
  return { blobs, bytes };
};

/** Deletes a file or puts it back. Returns true if it was deleted. */
const settle = async (file: BlobFile, path: string, unused: boolean): Promise<boolean> => {
  if (basename(file.path).includes(NEW)) return remove(file.path); // left by a killed writer
  if (file.path !== path) return unused ? remove(file.path) : putBack(file.path, path);
  return unused && setAside(file);
};

/** Once set aside, the file cannot be used unnoticed: any earlier use has updated its time. */
const setAside = async (file: BlobFile): Promise<boolean> => {
  const aside = file.path + ASIDE + randomEntryId();
  if (!(await isDone(rename(file.path, aside)))) return false;
  return (await usedAt(aside)) === file.usedAt ? remove(aside) : putBack(aside, file.path);
};

const putBack = async (aside: string, path: string): Promise<false> => {
  try {
    await link(aside, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Without hard links the file replaces the one that may exist there, which has the same bytes.
    if (code !== "EEXIST" && code !== "ENOENT") await isDone(rename(aside, path));
  }
  await rm(aside, { force: true });
  return false;
};

const remove = (path: string): Promise<boolean> => isDone(rm(path));

/** Returns false if the file does not exist: another collector was faster. */
const isDone = async (action: Promise<void>): Promise<boolean> => {
  try {
    await action;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
};

/** A file in the folder of blobs: a blob, an incomplete one, or one that a collector has set aside. */
interface BlobFile {
  readonly path: string;
  /** Name of the blob. */
  readonly name: string;
  readonly bytes: number;
  /** Time of the last reference, in milliseconds since the epoch, with fractions. */
  readonly usedAt: number;
}

const blobFiles = async (folder: string): Promise<readonly BlobFile[]> => {
  const found: BlobFile[] = [];
  for (const subfolder of await namesIn(folder)) {
    const files = await namesIn(join(folder, subfolder));
    found.push(...(await Promise.all(files.map((file) => describe(folder, subfolder, file)))).flat());
  }
  return found;
};

/** Returns when a blob was last referenced, or undefined if its file does not exist. */
const usedAt = async (path: string): Promise<number | undefined> => (await lstat(path).catch(absent))?.mtimeMs;

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
