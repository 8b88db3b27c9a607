import { chmodSync, existsSync, lstatSync, mkdirSync, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { LogWriteError } from "../log/index.ts";

const PRIVATE = 0o700;

/** Creates a folder and its missing parents, each accessible to its owner only, regardless of the umask. */
export const makeFolder = (path: string): void => {
  try {
    mkdirSync(path, PRIVATE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // Below `/proc` the error is ENOENT although the parent exists.
    if (code !== "ENOENT" || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
    return;
  }
  chmodSync(path, PRIVATE);
};

/**
 * Creates a folder for sessions, or makes an existing one private. The folder must belong to us: in a shared directory
 * another user may have created it, or a link to another place.
 * @throws {LogWriteError}
 */
export const makePrivateFolder = (path: string): void => {
  const stats = statsOf(path) ?? makeAndStat(path);
  if (!stats.isDirectory()) throw new LogWriteError(`${path} is not a folder. Move it away, or store sessions elsewhere.`);
  const us = process.getuid?.();
  if (us !== undefined && stats.uid !== us) throw new LogWriteError(`${path} belongs to another user. Store sessions elsewhere.`);
  if ((stats.mode & 0o077) !== 0) chmodSync(path, PRIVATE);
};

/** Most folders exist, and a failing mkdir costs more than a stat. */
const statsOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

const makeAndStat = (path: string): Stats => {
  makeFolder(path);
  return lstatSync(path);
};

/** Resolves when the names in a folder survive a power failure. */
export const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === "win32") return; // folders cannot be opened there, and need no sync
  await using folder = await open(path, "r");
  await folder.sync();
};
