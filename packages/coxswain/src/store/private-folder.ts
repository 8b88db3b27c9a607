import { chmodSync, existsSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { LogWriteError } from "../log/index.ts";

const PRIVATE = 0o700;

/** Makes a folder and those above it that are missing, each for its owner alone whatever the umask. */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, PRIVATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // Under `/proc` a folder that is there says that it is not.
    if (code !== "ENOENT" || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
    return;
  }
  chmodSync(path, PRIVATE);
};

/**
 * The same for a folder that holds sessions: one that stands there already is closed to others, and is taken only if it
 * is ours. In a shared place somebody else may have put it there, or a link to elsewhere.
 * @throws {LogWriteError}
 */
export const makePrivateFolder = (path: string): void => {
  const stats = statsOf(path) ?? made(path);
  if (!stats.isDirectory()) throw new LogWriteError(`${path} is not a folder; move it away to keep sessions there.`);
  const us = process.getuid?.();
  if (us !== undefined && stats.uid !== us) throw new LogWriteError(`${path} belongs to another user; keep sessions elsewhere.`);
  if ((stats.mode & 0o077) !== 0) chmodSync(path, PRIVATE);
};

/** Most folders are there already, and a refusal to make one costs more than a look. */
const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const made = (path: string): Stats => {
  makeFolder(path);
  return lstatSync(path);
};

/** Resolves when the names in a folder survive a loss of power. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === "win32") return; // no handle on a folder can be had, nor is one needed
  await using folder = await open(path, "r");
  await folder.sync();
};
