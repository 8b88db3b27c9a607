import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { openPathHandle } from "./path-handle.ts";

export const assertRegular = (found: Stats, path: string): void => {
  if (found.isSymbolicLink()) throw fileError("elsewhere", path);
  if (found.isDirectory()) throw fileError("is_folder", path);
  if (!found.isFile()) throw fileError("not_regular", path);
};

/** Opening a FIFO without O_NONBLOCK would block. Windows has neither flag. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file at a resolved path for reading. Never opens a FIFO or device, and never follows a link created
 * since.
 * @throws {FileError} `elsewhere`, `is_folder`, `not_regular`; other errors of the system
 */
export const openFile = async (path: string): Promise<FileHandle> => {
  const held = await openPathHandle(path);
  if (held === undefined) return openChecked(path);
  try {
    assertRegular(await held.handle.stat(), path);
    return await open(held.path, READING);
  } finally {
    await held.handle.close();
  }
};

/** For systems without path handles: the opened file must be the one at the path before and after. */
export const openChecked = async (path: string): Promise<FileHandle> => {
  assertRegular(await lstat(path), path);
  const file = await open(path, READING | (constants.O_NOFOLLOW ?? 0));
  try {
    const [opened, there, real] = [await file.stat({ bigint: true }), await lstat(path, { bigint: true }), await realpath(path)];
    if (real !== path || opened.dev !== there.dev || opened.ino !== there.ino) throw fileError("elsewhere", path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
};
