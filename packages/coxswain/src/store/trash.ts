import { chmod, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isOfLock } from "./lock/index.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { besideSession, trashFolder } from "./session-file.ts";

/**
 * Moves a session's log, and then what belongs to it, into a folder of its own in the trash. The lock stays: it belongs
 * to the process that has it, which is ours, and goes with its release.
 */
export const moveToTrash = async (directory: string, path: string): Promise<void> => {
  const prefix = basename(besideSession(path, ""));
  makePrivateFolder(trashFolder(directory));
  const target = await makeTarget(join(trashFolder(directory), prefix.slice(0, -1)));
  await rename(path, join(target, basename(path)));
  for (const name of await belongings(path)) await rename(join(dirname(path), name), join(target, name));
};

/** Deletes a session's log, and then what belongs to it. The lock stays, as above. */
export const deleteForGood = async (path: string): Promise<void> => {
  await rm(path);
  for (const name of await belongings(path)) await rm(join(dirname(path), name), { recursive: true, force: true });
};

/** The names of what lies beside a session's log and is its own, but for the lock. */
const belongings = async (path: string): Promise<readonly string[]> => {
  const prefix = basename(besideSession(path, ""));
  return (await readdir(dirname(path))).filter((name) => name.startsWith(prefix) && name !== basename(path) && !isOfLock(path, name));
};

/** The same id may be in the trash already. */
const makeTarget = async (path: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const target = number === 1 ? path : `${path}.${number}`;
    try {
      await mkdir(target);
      await chmod(target, 0o700);
      return target;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
};
