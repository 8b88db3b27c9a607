import { link, lstat, rmdir, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { asFileError } from "./file-error.ts";
import { holdFolder, makeFolder } from "./held-folder.ts";
import { assertRegular } from "./open-file.ts";

/** `path` is real: its links are resolved, and one that was put there since is not followed. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await using folder = await holdFolder(dirname(path));
    const file = folder.at(basename(path));
    assertRegular(await lstat(file), path);
    await folder.check();
    await unlink(file);
  } catch (error) {
    throw asFileError(error, path);
  }
};

/** Whether it was taken away: a folder that holds something stays, and so does what is none. `path` is real. */
export const removeEmptyFolder = async (path: string): Promise<boolean> => {
  try {
    await using above = await holdFolder(dirname(path));
    await above.check();
    await rmdir(above.at(basename(path)));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Of a folder that holds something some systems say that it exists.
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    const failure = asFileError(error, path);
    if (failure.code === "not_found" || failure.code === "not_folder") return false;
    throw failure;
  }
};

/**
 * A second name, then the first one goes: a rename would put the file in the place of one that has come meanwhile. Both paths are real, and
 * links that were put there since are not followed.
 */
export const moveFile = async (from: string, to: string): Promise<void> => {
  try {
    await using before = await holdFolder(dirname(from));
    const old = before.at(basename(from));
    assertRegular(await lstat(old), from);
    await giveName(old, to);
    await before.check();
    await unlink(old);
  } catch (error) {
    throw asFileError(error, from);
  }
};

const giveName = async (old: string, to: string): Promise<void> => {
  try {
    await using folder = await makeFolder(dirname(to));
    const file = folder.at(basename(to));
    await link(old, file);
    await folder.check();
    // A link that was put in the place of the file would have been given the name in its stead.
    const made = await lstat(file);
    if (!made.isFile()) await unlink(file);
    assertRegular(made, to);
  } catch (error) {
    throw asFileError(error, to);
  }
};
