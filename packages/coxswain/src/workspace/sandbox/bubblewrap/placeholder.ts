import { lstatSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ProcessError } from "../../errors.ts";
import { below } from "../existing-paths.ts";
import { isMark } from "../placeholder-marks.ts";
import { isOldName } from "../sandbox-folder.ts";

/** Removals by other commands between the two steps that create a placeholder. */
const MOST_TRIES = 100;

/**
 * Creates the folder that a command's sandbox mounts over, with a mark in it: the kernel would drop the mount if the folder was
 * removed, and other commands in the folder may end first, also those of other workspaces and processes. Returns its inode.
 * @param mark a name for `isMark` that no other command uses
 * @throws {ProcessError}
 */
export const holdPlaceholder = (path: string, mark: string): bigint | undefined => {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      mkdirSync(path);
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw new ProcessError(`${path} could not be protected from being created`, { cause: error });
    }
    // A link leads to a folder that is not ours.
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return nodeAt(path);
    try {
      writeFileSync(join(path, mark), "", { flag: "wx", mode: 0o600 });
      return nodeAt(path);
    } catch (error) {
      // Without access, no other command removes it either.
      if (!hasCode(error, "ENOENT")) return nodeAt(path);
    }
  }
  throw new ProcessError(`${path} could not be protected from being created: other commands remove it. Run the command again.`);
};

/** Removes the mark of a command that has ended, and the folder with the last one. */
export const releasePlaceholder = (path: string, mark: string): void => {
  const old = below(path).filter((entry) => isMark(entry) && isOldName(basename(entry)));
  try {
    for (const entry of [join(path, mark), ...old]) rmSync(entry, { force: true });
    rmdirSync(path);
  } catch {
    // Another command uses it, or the user has created a repository there in the meantime.
  }
};

/** Returns the inode of a path. */
export const nodeAt = (path: string): bigint | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && "code" in error && error.code === code;
