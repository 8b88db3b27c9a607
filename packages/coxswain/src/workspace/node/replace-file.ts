import { randomBytes } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, lstat, open, rename, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { asFileError } from "./file-error.ts";
import { makeFolder } from "./folder-handle.ts";
import { assertRegular } from "./open-file.ts";

/**
 * Writes a new file next to the old one and renames it over the old one, through a handle on the folder. `path` must be
 * resolved; a link created since is not followed. Other hard links retain the old content: they may be outside of the
 * root, for example in a package store shared by many projects.
 */
export const replaceFile = async (path: string, bytes: Uint8Array): Promise<void> => {
  try {
    await using folder = await makeFolder(dirname(path));
    const name = basename(path);
    const old = await statIfPresent(folder.at(name));
    if (old !== undefined) assertRegular(old, path);
    const aside = folder.at(`.${name.slice(0, 50)}.${randomBytes(6).toString("hex")}.tmp`);
    try {
      await writeTemporary(aside, bytes, old);
      await folder.check();
      await rename(aside, folder.at(name));
    } catch (error) {
      await unlink(aside).catch(() => {});
      throw error;
    }
  } catch (error) {
    throw asFileError(error, path);
  }
};

const writeTemporary = async (aside: string, bytes: Uint8Array, old: Stats | undefined): Promise<void> => {
  const file = await open(aside, "wx", old === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (old !== undefined) await copyOwnerAndMode(file, old);
    await file.sync();
  } finally {
    await file.close();
  }
};

const statIfPresent = async (path: string): Promise<Stats | undefined> => {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
};

/** Only root can change the owner; members of a group can preserve it. Changing the owner clears the set-id bits. */
const copyOwnerAndMode = async (file: FileHandle, old: Stats): Promise<void> => {
  const { uid, gid } = await file.stat();
  if (uid !== old.uid || gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => file.chown(uid, old.gid).catch(() => {}));
  await file.chmod(modeFor(old, await file.stat()));
};

/** Drops set-id bits if the owner or group changed, and limits another group's permissions to everyone's. */
const modeFor = (old: Stats, { uid, gid }: Stats): number => {
  const mode = old.mode & 0o7777;
  const ofOwner = uid === old.uid ? mode : mode & ~0o6000;
  return gid === old.gid ? ofOwner : (ofOwner & ~0o2070) | ((mode & 0o007) << 3);
};
