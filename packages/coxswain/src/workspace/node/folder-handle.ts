import { constants } from "node:fs";
import { lstat, mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { asFileError, fileError } from "./file-error.ts";
import { openPathHandle } from "./path-handle.ts";

/**
 * A folder that stays the same even if its path is replaced: operations on the paths that it returns happen in that
 * folder and nowhere else.
 */
export interface FolderHandle extends AsyncDisposable {
  readonly path: string;
  /** Returns the path of an existing or new entry of the folder. */
  at(name: string): string;
  /** On systems without folder handles, checks that the path still names the folder. @throws {FileError} `elsewhere` */
  check(): Promise<void>;
}

/**
 * `path` must be resolved. @throws {FileError} `elsewhere` if a part of it is now a link; `not_found`, `not_folder`,
 * `denied`, `io`
 */
export const openFolderHandle = async (path: string): Promise<FolderHandle> => {
  try {
    const held = await openPathHandle(path, constants.O_DIRECTORY);
    if (held === undefined) return await checkedFolder(path);
    return {
      path: held.path,
      at: (name) => `${held.path}/${name}`,
      check: async () => {},
      [Symbol.asyncDispose]: () => held.handle.close(),
    };
  } catch (error) {
    throw asFileError(error, path);
  }
};

/** Opens a folder, creating it and its parents if needed. @throws {FileError} */
export const makeFolder = async (path: string): Promise<FolderHandle> => {
  try {
    return await openFolderHandle(path);
  } catch (error) {
    if (asFileError(error, path).code !== "not_found" || dirname(path) === path) throw error;
  }
  await using above = await makeFolder(dirname(path));
  try {
    await mkdir(above.at(basename(path)));
  } catch (error) {
    const failure = asFileError(error, path);
    if (failure.code !== "exists") throw failure;
  }
  await above.check();
  return await openFolderHandle(path);
};

/**
 * For systems without folder handles. Detects a swap that persists before or after an operation; one in between is only
 * reported afterwards.
 */
export const checkedFolder = async (path: string): Promise<FolderHandle> => {
  const identity = await identityOf(path);
  return {
    path,
    at: (name) => join(path, name),
    async check() {
      const now = await identityOf(path).catch(() => undefined);
      if (now !== identity) throw fileError("elsewhere", path);
    },
    [Symbol.asyncDispose]: async () => {},
  };
};

const identityOf = async (path: string): Promise<string> => {
  try {
    if ((await realpath(path)) !== path) throw fileError("elsewhere", path);
    const found = await lstat(path, { bigint: true });
    if (!found.isDirectory()) throw fileError("not_folder", path);
    return `${found.dev}:${found.ino}`;
  } catch (error) {
    throw asFileError(error, path);
  }
};
