import { accessSync, constants, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Resolves links in the existing part of a path. Undefined if the system refuses access. */
export const resolveExisting = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) return undefined;
  }
  const parent = resolveExisting(dirname(path));
  return parent === undefined ? undefined : join(parent, basename(path));
};

/** Kind of the file at a path, following links. */
export const kindAt = (path: string): "folder" | "file" | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && (found.isDirectory() ? "folder" : "file");
  } catch {
    // If access is denied to us, it is denied to the command.
    return undefined;
  }
};

/** Returns true if anything exists at a path, including a dangling link. */
export const pathExists = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
};

/** Returns true if this user could create something at a missing path. The owner of a folder can make it writable. */
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

/** Returns the paths of a folder's entries, or none if it cannot be read. */
export const below = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
};
