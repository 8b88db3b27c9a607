import { chmod, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isLockFile } from "./lock/index.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { sessionSidecar, trashFolder } from "./session-file.ts";

/**
 * Moves a session's log, then its other files, into a separate folder in the trash. The lock file stays: our process
 * holds the lock, and releasing it deletes the file.
 */
export const moveToTrash = async (directory: string, path: string): Promise<void> => {
  const prefix = basename(sessionSidecar(path, ""));
  makePrivateFolder(trashFolder(directory));
  const target = await makeTarget(join(trashFolder(directory), prefix.slice(0, -1)));
  await rename(path, join(target, basename(path)));
  for (const name of await companionFiles(path)) await rename(join(dirname(path), name), join(target, name));
};

/** Deletes a session's log, then its other files, except the lock file. */
export const deletePermanently = async (path: string): Promise<void> => {
  await rm(path);
  for (const name of await companionFiles(path)) await rm(join(dirname(path), name), { recursive: true, force: true });
};

/** Returns the names of the session's other files next to its log, except the lock file. */
const companionFiles = async (path: string): Promise<readonly string[]> => {
  const prefix = basename(sessionSidecar(path, ""));
  return (await readdir(dirname(path))).filter((name) => name.startsWith(prefix) && name !== basename(path) && !isLockFile(path, name));
};

/** The trash may already contain the same id. */
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
