import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { hasRepository } from "../workspace/index.ts";
import { SettingsError } from "./errors.ts";

/**
 * The folder of the project that a folder belongs to, links resolved: the nearest one upward that has a `.git`, or the
 * folder itself. An empty folder of that name is none, and no file in one is read.
 * @throws {SettingsError} when the folder is not there.
 */
export const projectRoot = (cwd: string): string => {
  const start = realPath(cwd);
  for (let folder = start; ; folder = dirname(folder)) {
    if (hasRepository(folder)) return folder;
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
