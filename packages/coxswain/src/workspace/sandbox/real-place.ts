import { accessSync, constants, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Links resolved as far as there is something; undefined where the system does not tell. */
export const realPlace = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) return undefined;
  }
  const parent = realPlace(dirname(path));
  return parent === undefined ? undefined : join(parent, basename(path));
};

/** What is there, links followed. */
export const kindAt = (path: string): "folder" | "file" | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && (found.isDirectory() ? "folder" : "file");
  } catch {
    // Who cannot look there cannot be shown it either.
    return undefined;
  }
};

/** Whether anything is there, be it a link that leads nowhere. */
export const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
};

/** Whether this user can come to put something at a path where nothing is. Who owns a folder can let himself write there. */
export const mayAppear = (path: string): boolean => {
  const folder = dirname(path);
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EROFS") return false;
    return code !== "EACCES" || statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
  }
};

export const isEmptyFolder = (path: string): boolean => kindAt(path) === "folder" && below(path).length === 0;

/** Paths of what lies in a folder; none where it cannot be read. */
export const below = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
};
