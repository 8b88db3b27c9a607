import { link, lstat, rmdir, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { asFileError } from "./file-error.ts";
import { openFolderHandle, makeFolder } from "./folder-handle.ts";
import { assertRegular } from "./open-file.ts";

/** `path` must be resolved. Links created since are not followed. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    await using folder = await openFolderHandle(dirname(path));
    const file = folder.at(basename(path));
    assertRegular(await lstat(file), path);
    await folder.check();
    await unlink(file);
  } catch (error) {
    throw asFileError(error, path);
  }
};

/** Returns false if the folder is not empty or is not a folder. `path` must be resolved. */
export const removeEmptyFolder = async (path: string): Promise<boolean> => {
  try {
    await using above = await openFolderHandle(dirname(path));
    await above.check();
    await rmdir(above.at(basename(path)));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Some systems report EEXIST for a folder that is not empty.
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    const failure = asFileError(error, path);
    if (failure.code === "not_found" || failure.code === "not_folder") return false;
    throw failure;
  }
};

/**
 * Links the file to its new name and then removes the old one: a rename could replace a file created meanwhile. Both
 * paths must be resolved, and links created since are not followed.
 */
export const moveFile = async (from: string, to: string): Promise<void> => {
  try {
    await using before = await openFolderHandle(dirname(from));
    const old = before.at(basename(from));
    assertRegular(await lstat(old), from);
    await linkTo(old, to);
    await before.check();
    await unlink(old);
  } catch (error) {
    throw asFileError(error, from);
  }
};

const linkTo = async (old: string, to: string): Promise<void> => {
  try {
    await using folder = await makeFolder(dirname(to));
    const file = folder.at(basename(to));
    await link(old, file);
    await folder.check();
    // If the file was replaced by a link meanwhile, that link was moved instead.
    const made = await lstat(file);
    if (!made.isFile()) await unlink(file);
    assertRegular(made, to);
  } catch (error) {
    throw asFileError(error, to);
  }
};
