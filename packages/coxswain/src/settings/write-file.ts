import { closeSync, constants, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { SettingsError } from "./errors.ts";

/** Replaces a file atomically. Its folder must exist. */
export const replaceFile = (path: string, text: string, mode: number): void => {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    writeNewFile(draft, text, mode);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
};

const writeNewFile = (path: string, text: string, mode: number): void => {
  const descriptor = openSync(path, "wx", mode);
  try {
    // The umask may have removed permissions that the owner needs.
    fchmodSync(descriptor, mode);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** Syncs the folder so that the new name survives a power loss. Windows cannot open folders. */
const syncFolder = (folder: string): void => {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Creates a folder and its missing parents. On a read-only disk, `recursive` would report that the folder does not
 * exist.
 */
export const makeFolder = (path: string, mode = 0o777): void => {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
};

const NO_PERMISSION = "no permission to write; change the owner or the mode";

const REASONS: Readonly<Record<string, string>> = {
  EROFS: "the file system is read-only; make it writable",
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  ENOSPC: "the disk is full; free some space",
  ENOTDIR: "a parent of the path is not a folder; move it away",
};

/**
 * Explains a failed write with the error code and a fix. `own`: the file is in the user's data folders, which COX_HOME
 * can move.
 */
export const writeError = (path: string, error: unknown, own: boolean): SettingsError => {
  if (error instanceof SettingsError) return error;
  const { code = "", message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  const reason = Object.hasOwn(REASONS, code) ? `${code}: ${REASONS[code]}${own ? ", or set COX_HOME" : ""}` : message;
  return new SettingsError(`${path} cannot be written: ${reason}.`, { cause: error });
};
