import { link, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { randomEntryId } from "../../log/index.ts";
import { blobsFolder } from "../session-file.ts";
import { ASIDE, blobPath, NEW } from "./blob-file.ts";
import { type BlobFile, blobFiles, usedAt } from "./blob-files.ts";
import { findNames } from "./named-blobs.ts";

export interface CollectOptions {
  /** Where sessions are kept. */
  readonly directory: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Content that was used within so many milliseconds is left alone. Default: a day. */
  readonly grace?: number;
}

/** What a collection deleted. */
export interface Collected {
  readonly blobs: number;
  readonly bytes: number;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Deletes content that no session names, not even one in the trash. It may run beside sessions that go on, and beside
 * itself: docs/architecture/blobs.md has the argument. Nothing is deleted when a file that may name content cannot be read.
 */
export const collectBlobs = async ({ directory, now, grace = DAY }: CollectOptions): Promise<Collected> => {
  const folder = blobsFolder(directory);
  const files = (await blobFiles(folder)).filter((file) => file.usedAt < now - grace || basename(file.path).includes(ASIDE));
  const unnamed = new Set(files.map(({ name }) => name));
  if (files.length > 0) await findNames(directory, folder, (name) => unnamed.delete(name));

  let blobs = 0;
  let bytes = 0;
  for (const file of files) {
    const unused = unnamed.has(file.name) && file.usedAt < now - grace;
    if (!(await settle(file, blobPath(folder, file.name), unused))) continue;
    blobs += 1;
    bytes += file.bytes;
  }
  return { blobs, bytes };
};

/** Deletes a file or leaves it in its place; the value says which. */
const settle = async (file: BlobFile, place: string, unused: boolean): Promise<boolean> => {
  if (basename(file.path).includes(NEW)) return remove(file.path); // its writer was killed
  if (file.path !== place) return unused ? remove(file.path) : putBack(file.path, place);
  return unused && takeAway(file);
};

/** Once it is aside, nobody can use it unseen: whoever did before has left a later time on it. */
const takeAway = async (file: BlobFile): Promise<boolean> => {
  const aside = file.path + ASIDE + randomEntryId();
  if (!(await isDone(rename(file.path, aside)))) return false;
  return (await usedAt(aside)) === file.usedAt ? remove(aside) : putBack(aside, file.path);
};

const putBack = async (aside: string, place: string): Promise<false> => {
  try {
    await link(aside, place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Where a file cannot have a second name it goes over the one that may stand there, which has the same bytes.
    if (code !== "EEXIST" && code !== "ENOENT") await isDone(rename(aside, place));
  }
  await rm(aside, { force: true });
  return false;
};

const remove = (path: string): Promise<boolean> => isDone(rm(path));

/** False when the file is not there any more: another collector was quicker. */
const isDone = async (action: Promise<void>): Promise<boolean> => {
  try {
    await action;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
};
