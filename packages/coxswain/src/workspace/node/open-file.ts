import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { hold } from "./hold.ts";

export const assertRegular = (found: Stats, path: string): void => {
  if (found.isSymbolicLink()) throw fileError("elsewhere", path);
  if (found.isDirectory()) throw fileError("is_folder", path);
  if (!found.isFile()) throw fileError("not_regular", path);
};

/** Opening a fifo without O_NONBLOCK would wait for a writer. Windows knows neither flag. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens the regular file that stands at a real path, to be read. Nothing else is ever opened: no fifo or device, and nothing that a link leads
 * to that was put there meanwhile.
 * @throws {FileError} `elsewhere`, `is_folder`, `not_regular`; else what the system says
 */
export const openFile = async (path: string): Promise<FileHandle> => {
  const held = await hold(path);
  if (held === undefined) return openLooking(path);
  try {
    assertRegular(await held.handle.stat(), path);
    return await open(held.path, READING);
  } finally {
    await held.handle.close();
  }
};

/** For systems that let nothing be held: what was opened has to be what stands at the path before and after. */
export const openLooking = async (path: string): Promise<FileHandle> => {
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
