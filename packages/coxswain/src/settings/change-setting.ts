import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { SettingsError } from "./errors.ts";
import { makeFolder, replaceFile, writeError } from "./write-file.ts";
import { readSettingsFile } from "./settings-file.ts";

/** A settings file to write. */
export interface SettingsTarget {
  readonly path: string;
  /** Folder of the file's project. Absent for the user's own file. */
  readonly project?: string;
}

/**
 * Sets one setting in a file, or removes it if `value` is undefined. The file is replaced atomically; all other
 * content, including comments, is preserved. Creates a missing file. A link is preserved and its target is replaced.
 * @param key for example `budget.usd` or `models.openai/gpt-5.contextWindow`
 * @returns false if the file does not change
 * @throws {SettingsError} when the setting does not exist, the value is invalid, or the file cannot be read or written.
 * The file is unchanged.
 */
export const changeSetting = async (target: SettingsTarget, key: string, value: unknown): Promise<boolean> => {
  const { withSetting } = await import("./edit-settings.ts");
  const { path, project } = target;
  return changeFile(target, (source) => withSetting({ source, path, layer: project === undefined ? "user" : "project" }, key, value));
};

/** Replaces a settings file by its edited content. Returns false if that is the same. @throws {SettingsError} */
export const changeFile = ({ path, project }: SettingsTarget, edit: (source: string) => string): boolean => {
  const source = readSettingsFile(path) ?? "";
  const edited = edit(source);
  if (edited === source) return false;
  try {
    makeFolder(dirname(path), project === undefined ? 0o700 : undefined);
    const real = realPath(path);
    if (project !== undefined && !isInside(real, realpathSync.native(project)))
      throw new SettingsError(`${path} resolves to a path outside the project; nothing was written.`);
    replaceFile(real, edited, modeOf(real) ?? (project === undefined ? 0o600 : 0o644));
  } catch (error) {
    throw writeError(path, error, project === undefined);
  }
  return true;
};

/** Resolves a missing file by the real path of its folder. */
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
