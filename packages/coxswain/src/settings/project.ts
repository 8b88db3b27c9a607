import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { SettingsError } from "./errors.ts";

/**
 * The folder of the project that a folder belongs to, links resolved: the nearest one upward that has a `.git`, or the
 * folder itself. Only looks whether `.git` is there, never into it.
 * @throws {SettingsError} when the folder is not there.
 */
export const projectRoot = (cwd: string): string => {
  const start = realPath(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (dirname(folder) === folder) return start;
  }
};

const realPath = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    throw new SettingsError(`${folder} is not there, or cannot be entered.`, { cause: error });
  }
};
