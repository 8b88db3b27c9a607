import { link, lstat, mkdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { asFileError } from "./file-error.ts";
import { assertRegular } from "./files.ts";

/** `path` is real: its links are resolved. */
export const removeFile = async (path: string): Promise<void> => {
  try {
    assertRegular(await lstat(path), path);
    await unlink(path);
  } catch (error) {
    throw asFileError(error, path);
  }
};

/** A second name, then the first one goes: a rename would put the file in the place of one that has come meanwhile. */
export const moveFile = async (from: string, to: string): Promise<void> => {
  try {
    assertRegular(await lstat(from), from);
  } catch (error) {
    throw asFileError(error, from);
  }
  try {
    await mkdir(dirname(to), { recursive: true });
    await link(from, to);
    await unlink(from);
  } catch (error) {
    throw asFileError(error, to);
  }
};
