import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
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

export const isEmptyFolder = (path: string): boolean => kindAt(path) === "folder" && below(path).length === 0;

/** Paths of what lies in a folder; none where it cannot be read. */
export const below = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
};
