import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { SettingsError } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { replaceFile } from "./replace-file.ts";
import { readSettingsFile } from "./settings-file.ts";
import { unwritten } from "./unwritten.ts";

/** A settings file that is written. */
export interface SettingsTarget {
  readonly path: string;
  /** The folder of the project that it is of. Without one it is the person's own. */
  readonly project?: string;
}

/**
 * Sets one setting in a file, or takes it away where `value` is undefined: the file is replaced whole or not at all, and all
 * else in it stays as it is, comments too. It is made if it is not there; a link stays, and the file that it leads to is replaced.
 * @param key as `budget.usd` or `models.openai/gpt-5.contextWindow`.
 * @returns false when that changes nothing.
 * @throws {SettingsError} when there is no such setting, the value is not what it has to be, or the file cannot be read or written. Nothing
 * was changed.
 */
export const changeSetting = async ({ path, project }: SettingsTarget, key: string, value: unknown): Promise<boolean> => {
  const { withSetting } = await import("./edit-settings.ts");
  const source = readSettingsFile(path) ?? "";
  const edited = withSetting({ source, path, layer: project === undefined ? "user" : "project" }, key, value);
  if (edited === source) return false;
  try {
    makeFolder(dirname(path), project === undefined ? 0o700 : undefined);
    const real = realPath(path);
    if (project !== undefined && !isInside(real, realpathSync.native(project)))
      throw new SettingsError(`${path} leads out of the project: it is not written.`);
    replaceFile(real, edited, modeOf(real) ?? (project === undefined ? 0o600 : 0o644));
  } catch (error) {
    throw unwritten(path, error, project === undefined);
  }
  return true;
};

/** Of a file that is not there yet, that of its folder. */
const realPath = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    return join(realpathSync.native(dirname(path)), basename(path));
  }
};

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const modeOf = (path: string): number | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? undefined : stats.mode & 0o777;
};
