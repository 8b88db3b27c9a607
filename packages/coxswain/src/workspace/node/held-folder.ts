import { constants } from "node:fs";
import { lstat, mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { asFileError, fileError } from "./file-error.ts";
import { hold } from "./hold.ts";

/**
 * A folder that stays the one that it was found to be, whatever is put in its place meanwhile: what is done by the paths that it gives is done
 * there and nowhere else.
 */
export interface HeldFolder extends AsyncDisposable {
  readonly path: string;
  /** A path of what stands, or is to stand, under a name in it. */
  at(name: string): string;
  /** Where a system lets no folder be held: looks whether it is still the one. @throws {FileError} `elsewhere` */
  check(): Promise<void>;
}

/** `path` is real: no part of it is a link. @throws {FileError} `elsewhere` where one is by now; `not_found`, `not_folder`, `denied`, `io` */
export const holdFolder = async (path: string): Promise<HeldFolder> => {
  try {
    const held = await hold(path, constants.O_DIRECTORY);
    if (held === undefined) return await watchFolder(path);
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

/** The folder, made where it is not there, as those above it. @throws {FileError} */
export const makeFolder = async (path: string): Promise<HeldFolder> => {
  try {
    return await holdFolder(path);
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
  return await holdFolder(path);
};

/** For systems that let no folder be held: a swap is seen before and after what is done, and one in between only told. */
export const watchFolder = async (path: string): Promise<HeldFolder> => {
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
