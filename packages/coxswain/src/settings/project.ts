import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { hasRepository } from "../workspace/index.ts";
import { SettingsError } from "./errors.ts";

/**
 * Returns the project folder of a folder, with links resolved: the nearest ancestor with a `.git`, or the folder
 * itself. An empty `.git` folder does not count, and no file in it is read.
 * @throws {SettingsError} when the folder does not exist.
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
    throw new SettingsError(`${folder} does not exist or is not accessible.`, { cause: error });
  }
};
